import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { CatalogueWakeUps, type QueuedTurn } from '../../src/catalogue/fetching/catalogue-wake-ups.service';
import { CATALOGUE_QUEUE } from '../../src/queue/queues';
import { buildCatalogue } from '../../src/sandbox/catalogue/catalogue';
import type { Catalogue, Track } from '../../src/sandbox/catalogue/catalogue.types';
import { DEFAULT_SEED } from '../../src/sandbox/world';
import { type AuthHeaders, type ImportJob, jobUntil, uploadFiles } from './api-calls';
import type { SandboxPlatform } from './sandbox-platform';
import type { TestApp } from './test-app';
import { HOUR_MS } from '../../src/common/durations';

const WAKE_MS = 2_000;

/** What the sandbox platform knows, made without asking it. */
export const SANDBOX_CATALOGUE: Catalogue = buildCatalogue(DEFAULT_SEED);

/** A record of an export, as far as tests look at it. */
export interface ExportRecord {
  ms_played: number;
  spotify_track_uri: string | null;
}

/** Writes a listener's export to a file. @returns its records */
export async function downloadExport<Kind>(
  platform: SandboxPlatform,
  query: { user: string; plays: number; format: 'extended' | 'account' },
  path: string,
): Promise<Kind[]> {
  const parameters = new URLSearchParams({ ...query, plays: String(query.plays) });
  const response = await fetch(`${platform.url}/sandbox/export?${parameters.toString()}`);
  const text = await response.text();
  writeFileSync(path, text);
  return JSON.parse(text) as Kind[];
}

/** The tracks of the plays that an import of these records stores. */
export function tracksPlayed(records: readonly ExportRecord[]): Track[] {
  return records.flatMap(({ ms_played, spotify_track_uri }) => {
    const track = SANDBOX_CATALOGUE.trackById.get(spotify_track_uri?.split(':').at(-1) ?? '');
    return track === undefined || ms_played === 0 ? [] : [track];
  });
}

export async function importFile(api: TestApp, headers: AuthHeaders, path: string): Promise<ImportJob> {
  const job = await jobUntil(api.url, headers, await uploadFiles(api.url, headers, [path]));
  if (job.status !== 'completed') throw new Error(`The import failed: ${job.error_message}`);
  return job;
}

/** Holds the wake-up of the catalogue's worker. */
export function catalogueQueue({ app }: TestApp): Queue<QueuedTurn> {
  return app.get<Queue<QueuedTurn>>(getQueueToken(CATALOGUE_QUEUE), { strict: false });
}

/** Resolves when there is nothing left to be fetched for the next hour, and figures know of what was. */
export async function backlogDrained(api: TestApp): Promise<void> {
  const open = async (collection: string, dueAt: string): Promise<number> =>
    api.db.collection(collection).countDocuments({ [dueAt]: { $lte: new Date(Date.now() + HOUR_MS) } }, { limit: 1 });
  let looks = 0;
  await wakingUntil(api, async () => {
    const left = await Promise.all([
      open('tracks', 'lookup.due_at'),
      open('tracks', 'features_lookup.due_at'),
      open('artists', 'lookup.due_at'),
      open('albums', 'lookup.due_at'),
      open('albums', 'tracks_lookup.due_at'),
      open('history_unresolved', 'due_at'),
      open('history_nameless', 'due_at'),
      api.db.collection('catalogue_state').countDocuments({ changed: true }),
      catalogueQueue(api).getActiveCount(),
    ]);
    looks = left.every((count) => count === 0) ? looks + 1 : 0;
    // A turn may have ended during one look, after some of it and before the rest.
    return looks === 2;
  });
}

/**
 * Looks until something is so. A wake-up that meets the end of a turn would be made good within a minute, which nobody here
 * waits for: so it is repeated.
 */
export async function wakingUntil(api: TestApp, isSo: () => Promise<boolean>): Promise<void> {
  let nextWake = Date.now() + WAKE_MS;
  while (!(await isSo())) {
    if (Date.now() >= nextWake) {
      await api.app.get(CatalogueWakeUps).wake();
      nextWake = Date.now() + WAKE_MS;
    }
    await sleep(50);
  }
}
