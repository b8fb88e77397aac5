import { CatalogueStubs } from '../../../src/catalogue/catalogue-stubs.service';
import { HistoryChanges } from '../../../src/history/history-changes.service';
import { HistoryWriter } from '../../../src/history/history-writer.service';
import type { ReportedPlay } from '../../../src/history/matching/reported-play';
import type { SignedIn, TestApp } from '../test-app';
import { HOUR_MS } from '../../../src/common/durations';

/** How many of everything a user is given, and the word that stands in whatever is theirs. */
export interface Belongings {
  mark: string;
  plays: number;
  playlists?: number;
  jobs?: number;
  calls?: number;
}

/** Gives a user, without a platform, plays of as many tracks, artists and albums, with figures, and the rest. */
export async function fill(
  api: TestApp,
  { userId }: Pick<SignedIn, 'userId'>,
  { mark, plays, playlists = 0, jobs = 0, calls = 0 }: Belongings,
): Promise<void> {
  const reported = Array.from({ length: plays }, (_, index) => playOf(mark, index));
  await api.app.get(HistoryWriter).write(userId, 'api', reported);
  await api.app.get(CatalogueStubs).addStubs(reported);
  await api.app.get(HistoryChanges).announce(userId);
  const rows = (count: number, rowOf: (index: number) => object): object[] =>
    Array.from({ length: count }, (_, index) => ({ user_id: userId, ...rowOf(index) }));
  await insert(
    api,
    'playlists',
    rows(playlists, (position) => ({
      platform_id: `${mark}-${position}`,
      name: `${mark} mix ${position}`,
      images: [],
      tracks: [],
      position,
    })),
  );
  await insert(
    api,
    'sync_jobs',
    rows(jobs, (index) => ({
      job_type: 'import',
      lane: 'import',
      status: 'failed',
      error_message: `${mark} failed`,
      steps: [],
      payload: { upload_id: `${mark}-${index}` },
      checkpoint: null,
      created_at: new Date(),
    })),
  );
  await insert(
    api,
    'api_logs',
    rows(calls, (index) => ({
      service: 'platform',
      method: 'GET',
      endpoint: `/v1/${mark}/${index}`,
      route: `/v1/${mark}/{id}`,
      status_code: 200,
      timestamp: new Date(),
    })),
  );
}

async function insert(api: TestApp, collection: string, rows: object[]): Promise<void> {
  if (rows.length > 0) await api.db.collection(collection).insertMany(rows);
}

function playOf(mark: string, index: number): ReportedPlay {
  const number = String(index).padStart(22 - mark.length, '0');
  return {
    trackId: `${mark}${number}`,
    trackName: `${mark} song ${index}`,
    artistName: `${mark} artist ${index}`,
    albumName: `${mark} album ${index}`,
    playedAt: Date.now() - (index + 1) * HOUR_MS,
    msPlayed: 200_000,
  };
}
