import { EXPORTS, type Group, type Reporter } from './groups';
import type { RealPlays, Report, RightPlay } from './report';
import { foldedNames, SPELLINGS } from './spellings';
import { type RealTrack, TRACKS } from './tracks';

/** Plays of one track lie at least this far apart, from end to start, unless they are of one group. */
const APART_MS = 180_000;
const START = Date.UTC(2021, 2, 1, 12);
const MINUTE = 60_000;
const FED_AGAIN_MS = 700;

/** A play that happened. */
interface Happened {
  endMs: number;
  msPlayed: number;
}

/** Takes place group by group: what is played, and what each reporter says of it. */
export class Listening {
  readonly result: RealPlays = {
    plays: [],
    reports: { feed: [], extended: [], relinked: [], old: [], account: [] },
  };
  private readonly lastEnds = new Map<RealTrack, number>();
  private now = START;

  constructor(
    private readonly spellings: Record<Reporter, number>,
    private readonly feedHasNewIds: boolean,
  ) {}

  add(group: Group): void {
    const track = TRACKS[group.track];
    if (track === undefined) throw new RangeError(`There is no track ${group.track}`);
    for (const [index, play] of this.happen(group, track).entries()) this.report(group, track, play, index);
    for (const reports of Object.values(this.result.reports)) reports.sort((a, b) => a.at - b.at);
  }

  /** Plays of a group, in order. */
  private happen({ kind, pauseMs, msPlayed, plays, spacing }: Group, track: RealTrack): Happened[] {
    const from = Math.max(this.now + pauseMs, (this.lastEnds.get(track) ?? 0) + APART_MS);
    // By its length, too, the first play starts after that: whoever does not know the listening time goes by it.
    const firstEnd = from + track.durationMs;
    const between = (least: number, most: number): number => least + Math.floor(spacing * (most - least));
    const happened = {
      single: () => [{ endMs: firstEnd, msPlayed }],
      earlyFeed: () => [{ endMs: firstEnd, msPlayed }],
      feedByStart: () => [{ endMs: firstEnd, msPlayed }],
      loop: () => oneAfterTheOther(firstEnd, plays, between(61_000, 100_000)),
      quickLoop: () => oneAfterTheOther(firstEnd, plays, between(40_000, 59_000)),
      closePair: () => [
        { endMs: firstEnd, msPlayed: between(5_000, 25_000) },
        { endMs: firstEnd + between(5_000, 59_000), msPlayed: between(26_000, 29_000) },
      ],
    }[kind]();
    this.now = Math.max(...happened.map(({ endMs }) => endMs));
    this.lastEnds.set(track, this.now);
    return happened;
  }

  private report(group: Group, track: RealTrack, play: Happened, index: number): void {
    const reports = group.reportedBy.map((reporter) => this.reportOf(reporter, group, track, play, index));
    this.result.plays.push(this.rightPlay(group, track, play, reports));
    for (const report of reports) {
      const { reporter } = report;
      const into = this.result.reports[reporter];
      if (reporter === 'extended' && group.kind === 'single' && group.hasShorterRecord)
        into.push({ ...report, msPlayed: Math.floor(play.msPlayed / 2) });
      into.push(report);
      if (reporter === 'feed' && isFedTwice(group, play)) into.push({ ...report, at: report.at + FED_AGAIN_MS });
      if (reporter !== 'feed' && group.isRepeated) into.push(report);
    }
  }

  private reportOf(reporter: Reporter, group: Group, track: RealTrack, play: Happened, index: number): Report {
    const spelt = SPELLINGS[this.spellings[reporter]] ?? String;
    const isLocal = isLocalTo(reporter, group, track, index);
    return {
      reporter,
      play: this.result.plays.length,
      trackId: isLocal ? null : this.idTo(reporter, track),
      isLocal,
      isUnnamed: isLocal && reporter === 'extended' && group.isUnnamed,
      trackName: spelt(track.name),
      artistName: spelt(track.artist),
      albumName: track.album,
      durationMs: track.durationMs,
      at: timeTo(reporter, group, play),
      msPlayed: reporter === 'feed' ? null : play.msPlayed,
    };
  }

  private idTo(reporter: Reporter, { ids }: RealTrack): string | null {
    if (reporter === 'old' || reporter === 'account') return null;
    const isNew = reporter === 'relinked' || (reporter === 'feed' && this.feedHasNewIds);
    return (isNew ? ids.at(-1) : ids[0]) ?? null;
  }

  private rightPlay(group: Group, track: RealTrack, play: Happened, reports: readonly Report[]): RightPlay {
    const by = (reporters: readonly Reporter[]): Report | undefined =>
      reports.find(({ reporter }) => reporters.includes(reporter));
    const [feed, exported] = [by(['feed']), by(EXPORTS)];
    const exactest = group.kind === 'feedByStart' ? exported : (feed ?? exported);
    const ids = reports.flatMap(({ trackId }) => trackId ?? []);
    return {
      names: foldedNames(track.artist, track.name),
      // The feed's, else the smaller one.
      trackId: feed?.trackId ?? ids.sort()[0] ?? null,
      at: exactest?.at ?? this.minuteOf(track, play),
      ...(feed !== undefined && isFedTwice(group, play) && { orAt: feed.at + FED_AGAIN_MS }),
      msPlayed: reports.some(({ reporter }) => reporter !== 'feed') ? play.msPlayed : null,
    };
  }

  /** The minute of a play that account data alone reports; a second play of one minute is 1 ms later. */
  private minuteOf(track: RealTrack, { endMs }: Happened): number {
    const minute = endMs - (endMs % MINUTE);
    const names = foldedNames(track.artist, track.name);
    return this.result.plays.some((other) => other.names === names && other.at === minute) ? minute + 1 : minute;
  }
}

function oneAfterTheOther(firstEnd: number, plays: number, msPlayed: number): Happened[] {
  return Array.from({ length: plays }, (_, index) => ({ endMs: firstEnd + index * msPlayed, msPlayed }));
}

function isLocalTo(
  reporter: Reporter,
  { kind, isFirstLocal }: Group,
  { ids, isLocal }: RealTrack,
  index: number,
): boolean {
  if (reporter === 'extended') return isLocal || (kind === 'closePair' && isFirstLocal && index === 0);
  return reporter === 'relinked' && ids.length === 0;
}

/** Never over the end of a minute, which account data would tell from the next. */
function isFedTwice(group: Group, { endMs }: Happened): boolean {
  return group.kind === 'single' && group.isFedTwice && (endMs % MINUTE) + FED_AGAIN_MS < MINUTE;
}

function timeTo(reporter: Reporter, { kind, offset }: Group, { endMs, msPlayed }: Happened): number {
  if (reporter === 'account') return endMs - (endMs % MINUTE);
  if (reporter !== 'feed') return endMs - (endMs % 1000);
  if (kind === 'feedByStart') return endMs - msPlayed;
  const furthest = kind === 'earlyFeed' ? 20_000 : kind === 'quickLoop' ? 30_000 : 0;
  return endMs + Math.floor((2 * offset - 1) * furthest);
}
