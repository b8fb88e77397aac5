import { Injectable } from '@nestjs/common';
import { type CopyReport, PlaylistCopier } from '../../playlists/playlist-copier.service';
import type { SyncState } from '../sync-state.schema';
import { isOld, SyncStates } from '../sync-states.service';
import { type StepContext, StepOfSync, type StepOutcome, type SyncStep } from './sync-step';

/** Copies the user's playlists. */
@StepOfSync({ order: 30 })
@Injectable()
export class PlaylistsStep implements SyncStep {
  readonly action = 'playlists';
  readonly isEssential = false;

  constructor(
    private readonly playlists: PlaylistCopier,
    private readonly states: SyncStates,
  ) {}

  isDue(state: SyncState | null, now: Date): boolean {
    return isOld(state?.playlists_at, now);
  }

  async run({ userId, signal, onProgress }: StepContext): Promise<StepOutcome> {
    const report = await this.playlists.copyAll(userId, {
      signal,
      onProgress: (done, total) => {
        onProgress(`${done} of ${total} playlists`);
      },
    });
    await this.states.update(userId, { playlists_at: new Date() });
    return { items: report.copied, detail: summaryOf(report) };
  }
}

function summaryOf({ copied, unchanged, removed, skippedEntries, closed }: CopyReport): string {
  return [
    `${copied} copied`,
    `${unchanged} unchanged`,
    ...(removed === 0 ? [] : [`${removed} removed`]),
    ...(skippedEntries === 0 ? [] : [`${skippedEntries} entries skipped, not tracks of the platform`]),
    ...(closed === 0 ? [] : [`the tracks of ${closed} not available to this app`]),
  ].join(', ');
}
