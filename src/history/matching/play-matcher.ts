import type { Types } from 'mongoose';
import { HOUR_MS } from '../../common/durations';
import type { Play } from '../play.schema';
import type { PlaySource } from '../play-source';
import { type Component, findComponents, type Incoming, unknownRangesOf } from './components';
import { incomingReport, type Report, withResolvedId } from './report';
import { type MatchedPlays, noMatches } from './matched-plays';
import type { ReportedPlay } from './reported-play';
import { settleComponent } from './settle-component';
import { reachOf } from './same-play';
import { timeRanges, type TimeRange } from './time-ranges';
import type { TrackForms } from './track-forms';

const FIRST_WIDENING_MS = HOUR_MS;

/** Reports of one source about one user's plays, in the order in which they count. */
export interface PlayReports {
  userId: string;
  source: PlaySource;
  plays: readonly ReportedPlay[];
  /**
   * The `_id` of the row that would come of a report, by its position. Where it is always the same for the same record
   * of the same import, a record that was stored before a crash is told from one that someone else has stored.
   */
  recordId: (index: number) => Types.ObjectId;
}

/**
 * Decides for each report whether it is of a new play, of one that another source has reported, or of one that its own
 * source has.
 *
 * All reports that can be of the same plays, those that rows hold included, are grouped anew by their plays: see
 * `groupReports`. So the same reports come to the same history in whatever order and in however many parts they arrive.
 */
export class PlayMatcher {
  /** How much more is asked for than is known to be needed: a song over and over is a chain that goes on and on. */
  private widenBy = FIRST_WIDENING_MS;
  private readonly incoming: Incoming[];
  private components: Component[] = [];

  constructor(
    private readonly reports: PlayReports,
    forms: TrackForms,
  ) {
    this.incoming = reports.plays.map((play, index) => toIncoming(play, index, reports, forms));
  }

  /** Stretches of time of which the rows are needed first. */
  get ranges(): TimeRange[] {
    return timeRanges(this.incoming.map(({ reports }) => reachOfAll(reports)));
  }

  /**
   * Takes the rows in some stretches of time.
   * @returns what else is to be known: the stretches with those in which further rows have a say; null when nothing is
   */
  take(rows: Iterable<Play>, known: readonly TimeRange[]): TimeRange[] | null {
    this.components = findComponents(rows, this.incoming);
    const unknown = this.components.flatMap((component) => unknownRangesOf(component, known));
    if (unknown.length === 0) return null;
    const wider = unknown.map(({ from, to }) => ({ from: from - this.widenBy, to: to + this.widenBy }));
    this.widenBy *= 2;
    return timeRanges([...known, ...wider]);
  }

  match(): MatchedPlays {
    const matched = noMatches(this.incoming.length);
    for (const component of this.components) settleComponent(component, this.reports.userId, matched);
    matched.added.sort((a, b) => a.index - b.index);
    return matched;
  }
}

function toIncoming(play: ReportedPlay, index: number, { source, recordId }: PlayReports, forms: TrackForms): Incoming {
  const of = { index, recordId: recordId(index), storedBy: source === 'api' ? 'api' : 'import' } as const;
  const [first = play] = play.archived?.reports ?? [];
  const form = forms.of(first);
  if (play.archived === undefined) return { form, reports: [incomingReport({ ...play, source }, form, of)] };
  const { reports, source: storedBy } = play.archived;
  const incoming = reports.map((each) => incomingReport(each, forms.of(each), { ...of, storedBy }));
  return { form, reports: withResolvedId(incoming, play.trackId) };
}

function reachOfAll(reports: readonly Report[]): TimeRange {
  const reaches = reports.map(reachOf);
  return { from: Math.min(...reaches.map(({ from }) => from)), to: Math.max(...reaches.map(({ to }) => to)) };
}
