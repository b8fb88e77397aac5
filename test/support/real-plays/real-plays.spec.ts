import fc from 'fast-check';
import type { Report } from './report';
import { EXPORTS, groups, KINDS, REPORTERS } from './groups';
import { realPlays } from './real-plays';
import { foldedNames, SPELLINGS } from './spellings';
import { TRACKS } from './tracks';

const MINUTE = 60_000;

const sampled = fc.sample(realPlays(), { seed: 1, numRuns: 300 });

describe('realPlays', () => {
  it('has each play reported by somebody, under its names', () => {
    for (const { plays, reports } of sampled) {
      const reported = Object.values(reports).flat();
      expect(new Set(reported.map(({ play }) => play)).size).toBe(plays.length);
      for (const { artistName, trackName, play } of reported)
        expect(foldedNames(artistName, trackName)).toBe(plays[play]?.names);
    }
  });

  it('has two plays taken for one by nobody but sources that both report both of them', () => {
    for (const { plays, reports } of sampled) {
      const all = Object.values(reports).flat();
      const hasPlay = (source: string, play: number): boolean =>
        all.some((report) => report.play === play && sourceOf(report) === source);
      const confused = all.flatMap((one) =>
        all
          .filter((other) => one.play !== other.play && plays[one.play]?.names === plays[other.play]?.names)
          .filter((other) => sourceOf(one) !== sourceOf(other) && canBeOnePlay(one, other))
          .filter((other) => !hasPlay(sourceOf(one), other.play) || !hasPlay(sourceOf(other), one.play)),
      );
      expect(confused).toEqual([]);
    }
  });

  it('fits into the feed', () => {
    for (const { reports } of sampled) expect(reports.feed.length).toBeLessThanOrEqual(50);
  });

  it('has no two plays of a track at one time', () => {
    for (const { plays } of sampled)
      expect(new Set(plays.map(({ names, at }) => `${at} ${names}`)).size).toBe(plays.length);
  });

  it('has times as exact as whoever reports them', () => {
    for (const reporter of REPORTERS) expect(sampled.some(({ reports }) => reports[reporter].length > 0)).toBe(true);
    for (const { reports } of sampled) {
      for (const { at } of reports.account) expect(at % 60_000).toBe(0);
      for (const reporter of EXPORTS) for (const { at } of reports[reporter]) expect(at % 1000).toBe(0);
    }
  });

  it('names no id in what knows none', () => {
    for (const { reports } of sampled)
      for (const { trackId } of [...reports.old, ...reports.account]) expect(trackId).toBeNull();
    for (const { reports } of sampled) for (const { trackId } of reports.feed) expect(trackId).not.toBeNull();
  });
});

it('every kind of group is reported by somebody', () => {
  const made = fc.sample(groups, { seed: 1, numRuns: 500 });
  expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  expect(made.filter(({ reportedBy }) => reportedBy.length === 0)).toEqual([]);
});

it('all spellings of a name are one name, and each track has a name and ids of its own', () => {
  const folded = TRACKS.map(({ artist, name }) => foldedNames(artist, name));
  for (const spell of SPELLINGS)
    expect(TRACKS.map(({ artist, name }) => foldedNames(spell(artist), spell(name)))).toEqual(folded);
  expect(new Set(folded).size).toBe(TRACKS.length);
  const ids = TRACKS.flatMap((track) => track.ids);
  expect(new Set(ids).size).toBe(ids.length);
});

/** All exports are one source. */
function sourceOf({ reporter }: Report): string {
  return EXPORTS.includes(reporter) ? 'export' : reporter;
}

/** Whether two sources' reports of one track can be of one play by their times: its end, or its start in the feed. */
function canBeOnePlay(one: Report, other: Report): boolean {
  const [account, exact] = one.reporter === 'account' ? [one, other] : [other, one];
  if (account.reporter === 'account' && exact.at >= account.at && exact.at < account.at + MINUTE) return true;
  if (account.reporter !== 'account' && Math.abs(one.at - other.at) <= MINUTE) return true;
  const [feed, dated] = one.reporter === 'feed' ? [one, other] : [other, one];
  if (feed.reporter !== 'feed') return false;
  return [dated.msPlayed ?? dated.durationMs, dated.durationMs].some(
    (length) => Math.abs(feed.at - (dated.at - length)) <= MINUTE,
  );
}
