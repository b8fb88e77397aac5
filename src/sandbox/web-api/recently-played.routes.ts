import type { MusicPlay } from '../listeners/listener.types';
import { ApiError } from './api-error';
import type { ApiCall, ApiRoute } from './api-route';

/** The platform keeps no more than this of anybody. */
const FEED_LENGTH = 50;
const ANY_TIME = { min: 0, max: Number.MAX_SAFE_INTEGER };

export const RECENTLY_PLAYED_ROUTES: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/me/player/recently-played',
    scopes: ['user-read-recently-played'],
    handle: recentlyPlayed,
  },
];

/** The last plays, newest first. Cursors are end times of plays in Unix milliseconds; the play at a cursor is left out. */
function recentlyPlayed(call: ApiCall): unknown {
  const { query, world, listener, now, shapes, path } = call;
  const limit = query.integer('limit', { min: 1, max: FEED_LENGTH }, 20);
  const after = query.integer('after', ANY_TIME, null);
  const before = query.integer('before', ANY_TIME, null);
  if (after !== null && before !== null) throw new ApiError(400, 'Only one of after and before may be specified');

  const found = world.listening
    .feedAt(listener, now, FEED_LENGTH, world.faults.state.offlineDelayMs)
    .filter(({ endedAt }) => (after === null || endedAt > after) && (before === null || endedAt < before));
  const { newestPlayAt } = world.faults.state;
  const plays = found
    .slice(0, limit)
    .map((play, index) => (index === 0 && newestPlayAt !== null ? { ...play, endedAt: newestPlayAt } : play));
  const [newest, oldest] = [plays[0], plays.at(-1)];
  const link = (cursor: string) => `${shapes.apiUrl(path)}?${cursor}limit=${limit}`;
  return {
    href: link(after !== null ? `after=${after}&` : before !== null ? `before=${before}&` : ''),
    items: plays.map((play) => playHistory(call, play)),
    limit,
    next: oldest && found.length > limit ? link(`before=${oldest.endedAt}&`) : null,
    cursors: newest && oldest ? { after: String(newest.endedAt), before: String(oldest.endedAt) } : null,
  };
}

function playHistory({ shapes }: ApiCall, { track, endedAt, context }: MusicPlay) {
  return {
    track: shapes.track(track),
    played_at: new Date(endedAt).toISOString(),
    context: context && shapes.context(context),
  };
}
