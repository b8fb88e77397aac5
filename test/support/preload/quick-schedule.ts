import 'reflect-metadata';
import { Cron } from '@nestjs/schedule';
import { SyncSchedules } from '../../../src/sync/schedules/sync-schedules.service';

/** Real seconds between two cycles, and what the schedule takes them for. */
const QUICK_MS = 10_000;
const CYCLE_MS = 15 * 60_000;

/**
 * Loaded before a worker: the schedule's cycles of a quarter of an hour come every ten seconds, by the same timer in
 * each process, and each is told on the output.
 */
const original = Object.getOwnPropertyDescriptor(SyncSchedules.prototype, 'syncAllUsers')
  ?.value as SyncSchedules['syncAllUsers'];

async function syncAllUsers(this: SyncSchedules): Promise<void> {
  const now = new Date((Date.now() * CYCLE_MS) / QUICK_MS - Date.UTC(2026, 0, 1) * (CYCLE_MS / QUICK_MS - 1));
  process.stdout.write(`cycle of ${now.toISOString()}\n`);
  await original.call(this, now);
}

Object.defineProperty(SyncSchedules.prototype, 'syncAllUsers', { value: syncAllUsers });
Cron('*/10 * * * * *', { name: 'sync_all_users', timeZone: 'UTC' })(SyncSchedules.prototype, 'syncAllUsers', {
  value: syncAllUsers,
});
