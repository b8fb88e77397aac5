import fc from 'fast-check';
import { expectAsRight, type Observation } from '../support/cases/observation';
import { observedLoad } from '../support/cases/observed-load';
import {
  exportFiles,
  feedItems,
  foldedNames,
  MOST_GROUPS,
  type RealPlays,
  realPlays,
  type Reporter,
  REPORTERS,
  type RightPlay,
} from '../support/real-plays';
import { scriptedApp } from '../support/scripted-app';
import { ScriptedListener } from '../support/scripted-listener';

const SEED = 20_210_301;
const RUNS = 10;

interface Listening {
  listened: RealPlays;
  /** The order in which the reports come, and in which they come again. */
  order: Reporter[];
  again: Reporter[];
}

const anyOrder = fc.shuffledSubarray([...REPORTERS], { minLength: REPORTERS.length });
const listenings: fc.Arbitrary<Listening> = fc.record({
  listened: realPlays(MOST_GROUPS / 2),
  order: anyOrder,
  again: anyOrder,
});

describe('a history of all sources', () => {
  const app = scriptedApp();

  const runs = fc.sample(listenings, { seed: SEED, numRuns: RUNS });
  it.each(runs.map((run, index) => ({ ...run, number: index + 1, by: run.order.join(', ') })))(
    'is what was played, each play once: listening $number by $by',
    async ({ listened, order, again, number }) => {
      const listener = await ScriptedListener.link(app, `listener-${number}`);
      const files = exportFiles(listened);
      const feed = feedItems(listened);
      const observations = new Map<string, Observation>();
      const isReporting = (reporter: Reporter): boolean => listened.reports[reporter].length > 0;
      for (const reporter of order.filter(isReporting)) {
        const observation =
          reporter === 'feed'
            ? observedFeed(await listener.readFeed(feed))
            : observedLoad({}, await listener.load(files[reporter]));
        observations.set(`${observations.size + 1}, ${reporter}`, observation);
      }
      observations.set('the history', await observedHistory(listened, listener));
      const known = again.filter(isReporting).flatMap((reporter) => (reporter === 'feed' ? [] : [files[reporter]]));
      if (known.length > 0)
        observations.set('all exports again', observedLoad({ stored: 0 }, await listener.load(...known)));
      observations.set('the feed again', observedFeed(await listener.readFeed(feed), 0));
      observations.set('the history again', await observedHistory(listened, listener));
      expectAsRight(observations);
    },
    120_000,
  );
});

/** @param plays that are new; any number unless given */
function observedFeed({ job, gained }: Awaited<ReturnType<ScriptedListener['readFeed']>>, plays?: number): Observation {
  const items = job.steps.find(({ action }) => action === 'recently_played')?.items;
  return {
    right: { status: 'completed', new: plays ?? items, historyGained: plays ?? items },
    came: { status: job.status, new: items, historyGained: gained },
  };
}

async function observedHistory({ plays }: RealPlays, listener: ScriptedListener): Promise<Observation> {
  const { items, total } = await listener.history();
  const lines = items.map(({ played_at, ms_played, track }) => {
    const { artist_name, name, platform_id } = track;
    const trackId = platform_id.startsWith('name:') ? null : platform_id;
    return lineOf({ names: foldedNames(artist_name, name), trackId, at: Date.parse(played_at), msPlayed: ms_played });
  });
  // A play with two right times has the one that came, if it is one of them.
  const right = plays.map((play) => {
    const { orAt } = play;
    const other = orAt === undefined ? undefined : lineOf({ ...play, at: orAt });
    return other !== undefined && lines.includes(other) ? other : lineOf(play);
  });
  return { right: { total: plays.length, plays: right.sort() }, came: { total, plays: lines.sort() } };
}

function lineOf({ at, names, msPlayed, trackId }: RightPlay): string {
  return `${new Date(at).toISOString()} ${names}, ${msPlayed ?? 'unknown'} ms, ${trackId ?? 'known by its names'}`;
}
