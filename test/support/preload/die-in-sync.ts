import 'reflect-metadata';
import { SyncStates } from '../../../src/sync/sync-states.service';

/**
 * Loaded before a worker: its process kills itself in the middle of a sync, where plays are written and how far the feed
 * was read is not (DIE=before), or where that is written and the job's record does not know of it (DIE=after).
 */
const original = Object.getOwnPropertyDescriptor(SyncStates.prototype, 'update')?.value as SyncStates['update'];

async function update(this: SyncStates, ...[userId, changes]: Parameters<SyncStates['update']>): Promise<void> {
  if (process.env.DIE === 'after') await original.call(this, userId, changes);
  process.kill(process.pid, 'SIGKILL');
}

Object.defineProperty(SyncStates.prototype, 'update', { value: update });
