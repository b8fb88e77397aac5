import { groupBy } from './counts';
import { keysOf, type Ranked, ranked } from './items';
import type { Seen, SeenPlay } from './lens';
import { sessionsOf } from './sessions';
import type { ListedTrack } from './stored';

type Own = Record<string, string | number | boolean>;

/** Tracks of an album that were played in its order, from the first on. */
interface Run {
  plays: SeenPlay[];
  isWhole: boolean;
}

const FEWEST_TRACKS = 3;

/** The runs in a session's plays of an album, one play after another. */
function runsOf(plays: readonly SeenPlay[], list: readonly ListedTrack[]): Run[] {
  const numberOf = new Map(list.map(({ platform_id }, index) => [platform_id, index]));
  const runs: Run[] = [];
  let last: number | null = null;
  let isRunning = false;
  for (const play of plays) {
    const number = numberOf.get(play.track);
    if (number === undefined || play.ms * 2 < (list[number]?.duration_ms ?? 0) || number === last) continue;
    if (number === 0) {
      runs.push({ plays: [play], isWhole: false });
      isRunning = true;
    } else if (isRunning && number === (last ?? 0) + 1) {
      const run = runs.at(-1);
      run?.plays.push(play);
      if (run !== undefined) run.isWhole = number === list.length - 1;
    } else isRunning = false;
    last = number;
  }
  return runs;
}

const isoOf = (play: SeenPlay | undefined): string => new Date(play?.at ?? 0).toISOString();

function commonest(numbers: readonly number[]): number {
  const times = (number: number): number => numbers.filter((other) => other === number).length;
  return [...numbers].sort((a, b) => times(b) - times(a) || a - b)[0] ?? 0;
}

interface Judged {
  item: Ranked['item'];
  list: ListedTrack[];
  runs: Run[];
}

export function oracleAlbumsHeard(own: Own) {
  return (seen: Seen): Record<string, unknown> => {
    const limit = Number(own.limit ?? 50);
    const offset = Number(own.offset ?? 0);
    // In rank order, which breaks ties, since sorting keeps the order of equal ones.
    const albums = ranked(seen, 'albums', seen.through);
    const runs = new Map<string, Run[]>();
    for (const session of sessionsOf(seen.through)) {
      for (const [key, plays] of groupBy(session, keysOf('albums'))) {
        const found = runsOf(plays, seen.history.lists.get(key) ?? []);
        runs.set(key, [...(runs.get(key) ?? []), ...found]);
      }
    }
    const judged = albums.flatMap(({ key, item }): Judged[] => {
      const list = seen.history.lists.get(key) ?? [];
      return list.length < FEWEST_TRACKS ? [] : [{ item, list, runs: runs.get(key) ?? [] }];
    });
    const heard = judged
      .map(({ item, list, runs: all }) => {
        const whole = all.filter(({ isWhole }) => isWhole);
        return {
          ...item,
          heard_count: whole.length,
          last_heard_at: isoOf(whole.at(-1)?.plays.at(-1)),
          track_count: list.length,
        };
      })
      .filter(({ heard_count }) => heard_count > 0)
      .sort((a, b) => b.heard_count - a.heard_count || Date.parse(b.last_heard_at) - Date.parse(a.last_heard_at));
    const abandoned = judged
      .filter((album) => !album.runs.some(({ isWhole }) => isWhole))
      .map(({ item, list, runs: all }) => {
        const begun = all.filter(({ plays }) => plays.length > 1);
        const stopped = commonest(begun.map(({ plays }) => plays.length));
        return {
          ...item,
          start_count: begun.length,
          stopped_after: stopped,
          stopped_track_name: list[stopped - 1]?.name,
          last_started_at: isoOf(begun.at(-1)?.plays[0]),
        };
      })
      .filter(({ start_count }) => start_count >= 3)
      .sort((a, b) => b.start_count - a.start_count);
    return {
      items: heard.map((album, index) => ({ rank: index + 1, ...album })).slice(offset, offset + limit),
      ...{ total: heard.length, limit, offset },
      abandoned: abandoned.slice(0, 50),
      albums_without_order: albums.length - judged.length,
    };
  };
}
