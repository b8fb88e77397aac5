import fc from 'fast-check';
import type { ReportedPlay } from '../matching/reported-play';
import type { PlaySource } from '../play-source';
import type { Reports } from './remembered-history';
import { MINUTE_MS } from '../../common/durations';

export const START = Date.UTC(2024, 0, 1);

export function play(change: Partial<ReportedPlay> = {}): ReportedPlay {
  return {
    trackId: 'A'.repeat(22),
    trackName: 'Song',
    artistName: 'Band',
    albumName: 'Album',
    playedAt: START,
    msPlayed: 200_000,
    ...change,
  };
}

/** One of a few tracks: one recording under two ids, and by its name in two spellings. */
const tracks = fc.constantFrom<Pick<ReportedPlay, 'trackId' | 'trackName' | 'artistName'>>(
  { trackId: 'A'.repeat(22), trackName: 'Song', artistName: 'Band' },
  { trackId: 'B'.repeat(22), trackName: 'SONG ', artistName: 'band' },
  { trackId: 'C'.repeat(22), trackName: 'Song', artistName: 'Other Band' },
  { trackId: 'A'.repeat(22), trackName: '', artistName: '' },
  { trackId: 'D'.repeat(22), trackName: '', artistName: '' },
  { trackId: null, trackName: 'Song', artistName: 'Band' },
  { trackId: null, trackName: 'SONG ', artistName: 'band' },
);

const seconds = fc.constantFrom(0, 1, 30, 59, 60, 61, 119, 120, 179, 240);
const lengths = fc.constantFrom(5_000, 31_000, 61_000, 200_000);

/** The names that an id without names has are known where others near it name it. */
export const namedElsewhere = ({ trackId, trackName }: ReportedPlay): boolean =>
  trackId === 'A'.repeat(22) && trackName === '';

/** A few minutes full of plays, many of them at the same time: what sources cannot tell apart is in it too. */
export const crowdedReports: fc.Arbitrary<Reports> = fc
  .record({
    source: fc.constantFrom<PlaySource>('api', 'extended', 'account'),
    plays: fc.array(fc.tuple(tracks, seconds, lengths), { maxLength: 12 }),
  })
  // Of three times of the feed, each less than 2 s after the one before, it depends on their order which are one play.
  .map(({ source, plays }) => ({ source, plays: plays.filter(([, second]) => source !== 'api' || second !== 60) }))
  .map(({ source, plays }) => ({
    source,
    plays: plays.map(([track, second, msPlayed]) => {
      const of = { ...track, msPlayed: source === 'api' ? null : msPlayed };
      return (source === 'account' ? byName : exactly)(of, second * 1000);
    }),
  }));

function exactly(track: Partial<ReportedPlay>, ms: number): ReportedPlay {
  return play({ ...track, playedAt: START + ms });
}

function byName(track: Partial<ReportedPlay>, ms: number): ReportedPlay {
  return play({
    ...track,
    ...(track.trackName === '' && { trackName: 'Song', artistName: 'Band' }),
    trackId: null,
    playedAt: START + ms - (ms % MINUTE_MS),
  });
}

/**
 * What each source reports of one listening: plays that any of them reported, and the reports by source. No two plays end
 * within six minutes, so that the feed cannot have dated one by the start that is another's end.
 */
export const listening: fc.Arbitrary<{ plays: number; files: Reports[] }> = fc
  .array(
    fc.record({
      track: fc.integer({ min: 0, max: 3 }),
      after: fc.integer({ min: 6 * MINUTE_MS, max: 20 * MINUTE_MS }),
      reportedBy: fc.uniqueArray(fc.constantFrom<PlaySource>('api', 'extended', 'account'), { minLength: 1 }),
    }),
    { maxLength: 30 },
  )
  .map((listened) => {
    const files: Reports[] = (['api', 'extended', 'account'] as const).map((source) => ({ source, plays: [] }));
    let at = START;
    for (const { track, after, reportedBy } of listened) {
      at += after;
      const exact = play({ trackId: String(track).repeat(22), trackName: `Song ${track}`, playedAt: at });
      for (const file of files)
        if (reportedBy.includes(file.source)) file.plays = [...file.plays, view(exact, file.source)];
    }
    return { plays: listened.length, files };
  });

/** A play as a source sees it: the feed to the millisecond, the extended history to the second, account data to the minute. */
function view(exact: ReportedPlay, source: PlaySource): ReportedPlay {
  const { playedAt } = exact;
  if (source === 'api') return { ...exact, msPlayed: null };
  if (source === 'extended') return { ...exact, playedAt: playedAt - (playedAt % 1000) };
  return { ...exact, trackId: null, albumName: '', playedAt: playedAt - (playedAt % MINUTE_MS) };
}
