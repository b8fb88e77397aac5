import type { SyncJobResponse } from '../../../src/sync-jobs/sync-jobs.dto';
import { archiveEntries } from '../archive-entries';
import type { Get } from '../history-page';
import type { ScriptedPlaylist } from '../scripted-platform';
import { stepsOf } from '../sync-jobs';
import type { RightPlaylists } from './case';
import type { Observation } from './observation';
import { observedJob } from './observed-job';

/** What is known after a sync of playlists. */
export interface CopiedPlaylists {
  job: SyncJobResponse;
  /** The platform's. */
  given: readonly ScriptedPlaylist[];
  /** The export of everything that the service keeps of the listener. */
  archive: Buffer;
  get: Get;
}

export async function observedPlaylists(right: RightPlaylists, copied: CopiedPlaylists): Promise<Observation> {
  const { job, given, archive, get } = copied;
  const observed = observedJob(job);
  const tracksOf = ({ id, tracks }: ScriptedPlaylist): string[] =>
    right.read.includes(id) ? tracks.map(({ name }) => name) : [];
  return {
    right: {
      ...observed.right,
      step: 'completed',
      playlists: Object.fromEntries(given.map((playlist) => [playlist.id, tracksOf(playlist)])),
      available: Object.fromEntries(right.open.map((name) => [name, true])),
    },
    came: {
      ...observed.came,
      step: stepsOf(job).playlists?.status,
      playlists: await storedPlaylists(archive),
      available: await availabilityOf(right.open, get),
    },
  };
}

/** Names of the tracks of each stored playlist, by its id. */
async function storedPlaylists(archive: Buffer): Promise<Record<string, string[]>> {
  const file = (await archiveEntries(archive)).find(({ name }) => name === 'playlists.jsonl');
  const lines = file?.text.split('\n').filter((line) => line !== '') ?? [];
  const stored = lines.map((line) => JSON.parse(line) as { platform_id: string; tracks: { name: string }[] });
  return Object.fromEntries(stored.map(({ platform_id, tracks }) => [platform_id, tracks.map(({ name }) => name)]));
}

async function availabilityOf(names: readonly string[], get: Get): Promise<Record<string, boolean | null | undefined>> {
  const { capabilities } = await get<{ capabilities: { name: string; available: boolean | null }[] }>(
    '/api/v1/platform/capabilities',
  );
  return Object.fromEntries(
    names.map((name) => [name, capabilities.find((capability) => capability.name === name)?.available]),
  );
}
