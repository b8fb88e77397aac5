import type { Play } from '../play.schema';
import { HeldReports } from './held-reports';
import { type Report, reportsOf } from './report';
import { reachOf, type SourcesInvolved, spanOf } from './same-play';
import type { TimeRange } from './time-ranges';
import { namesOf, type TrackForm } from './track-forms';

/** What comes in about one play: what its source reports, or, of our own archive, what several sources have reported. */
export interface Incoming {
  form: TrackForm;
  /** One or more. */
  reports: readonly Report[];
}

/** Rows and what comes in that can be of the same plays: of one track, or of tracks that share names, and near in time. */
export interface Component {
  rows: Play[];
  incoming: Incoming[];
  /** Of both. */
  reports: Report[];
}

/** A row or what comes in, with its reports. */
type Member = { reports: readonly Report[] } & (
  { row: Play; incoming?: undefined } | { row?: undefined; incoming: Incoming }
);

/** Members that have an id or names in common, whenever they were played. */
interface Track {
  members: Member[];
  /** The track that this one was found to be. */
  mergedInto: Track | null;
}

/** Rows about which something has changed. */
type Altered = Pick<ReadonlySet<Play>, 'has'>;
const NONE: Altered = new Set();

/** Puts together what can be of the same plays; rows that nothing comes in for, and that are not altered, are left out. */
export function findComponents(
  rows: Iterable<Play>,
  incoming: readonly Incoming[],
  altered: Altered = NONE,
): Component[] {
  const tracks = new Tracks();
  for (const one of incoming) tracks.addIncoming(one);
  for (const row of rows) tracks.addRow(row);
  const concerns = ({ row }: Member): boolean => row === undefined || altered.has(row);
  return [...tracks.all()]
    .flatMap(({ members }) => (members.some(concerns) ? splitByTime(members) : []))
    .filter((component) => component.incoming.length > 0 || component.rows.some((row) => altered.has(row)));
}

/** Stretches of time in which rows can lie that have a say in what becomes of a component, beside those that are known. */
export function unknownRangesOf({ rows, incoming, reports }: Component, known: readonly TimeRange[]): TimeRange[] {
  // What comes in by itself has no neighbours in what is known, and that reaches as far as it does.
  if (rows.length === 0 && incoming.length === 1) return [];
  return reports.map(reachOf).filter((reach) => !known.some(({ from, to }) => from <= reach.from && reach.to <= to));
}

class Tracks {
  private readonly byForm = new Map<TrackForm, Track>();
  /** By id, and by names as they are compared. */
  private readonly byKey = new Map<string, Track>();

  all(): Set<Track> {
    return new Set([...this.byKey.values()].map(rootOf));
  }

  addIncoming(incoming: Incoming): void {
    const known = this.byForm.get(incoming.form);
    const { reports } = incoming;
    const track = known === undefined || reports.length > 1 ? this.find(keysOf(reports)) : rootOf(known);
    if (known === undefined) this.byForm.set(incoming.form, track);
    track.members.push({ incoming, reports });
  }

  addRow(row: Play): void {
    const reports = reportsOf(row);
    // The row's own names may be put together of those of several sources.
    this.find(keysOf([{ trackId: null, resolvedId: null, names: namesOf(row) }, ...reports])).members.push({
      row,
      reports,
    });
  }

  /** The one track that has all of these keys from now on. */
  private find(keys: readonly string[]): Track {
    let found: Track | undefined;
    for (const key of keys) {
      const known = this.byKey.get(key);
      if (known !== undefined) found = found === undefined ? rootOf(known) : merge(found, rootOf(known));
    }
    const track = found ?? { members: [], mergedInto: null };
    for (const key of keys) this.byKey.set(key, track);
    return track;
  }
}

function rootOf(track: Track): Track {
  let root = track;
  while (root.mergedInto !== null) root = root.mergedInto;
  return root;
}

function merge(into: Track, other: Track): Track {
  if (into === other) return into;
  const [large, small] = into.members.length < other.members.length ? [other, into] : [into, other];
  large.members.push(...small.members);
  small.members = [];
  small.mergedInto = large;
  return large;
}

/** By what reports can be of one track with others. */
function keysOf(reports: readonly Pick<Report, 'trackId' | 'resolvedId' | 'names'>[]): string[] {
  return reports.flatMap(({ trackId, resolvedId, names }) =>
    [trackId, resolvedId, names].filter((key) => key !== null),
  );
}

function splitByTime(members: readonly Member[]): Component[] {
  const [only] = members;
  if (members.length === 1 && only?.incoming !== undefined)
    return [{ rows: [], incoming: [only.incoming], reports: [...only.reports] }];
  return splitNews(withoutHeld(members));
}

/** Without what comes in and is held by a row already. */
function withoutHeld(members: readonly Member[]): readonly Member[] {
  const rows = members.flatMap(({ row }) => row ?? []);
  if (rows.length === 0) return members;
  const held = new HeldReports(rows);
  return members.filter(({ incoming }) => incoming === undefined || !held.has(incoming.reports));
}

function splitNews(members: readonly Member[]): Component[] {
  const sources = new Set(members.flatMap(({ reports }) => reports.map(({ source }) => source)));
  const spans = members.map((member) => ({ member, ...spanOfAll(member.reports, sources) }));
  const components: Component[] = [];
  let end = -Infinity;
  let current: Component = { rows: [], incoming: [], reports: [] };
  for (const { member, from, to } of spans.sort((a, b) => a.from - b.from)) {
    if (from > end) components.push((current = { rows: [], incoming: [], reports: [] }));
    end = Math.max(end, to);
    current.reports.push(...member.reports);
    if (member.row === undefined) current.incoming.push(member.incoming);
    else current.rows.push(member.row);
  }
  return components;
}

function spanOfAll(reports: readonly Report[], sources: SourcesInvolved): TimeRange {
  const spans = reports.map((report) => spanOf(report, sources));
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}
