import { Types } from 'mongoose';
import type { Play } from '../play.schema';
import { breakCycles } from './break-cycles';
import type { Component, Incoming } from './components';
import { composePlay } from './compose-play';
import { groupReports } from './group-reports';
import { isSameRow } from './is-same-row';
import type { AddedRow, ChangedRow, MatchedPlays } from './matched-plays';
import { noteOutcomes, noteStoredBefore, writtenBefore } from './note-outcomes';
import { type PlacedGroup, placeGroups } from './place-groups';
import { type Report, sourcesOf } from './report';
import { reportsIn } from './report-group';
import { inSafeOrder } from './safe-order';

/** Groups the reports of a component by plays, and adds to `matched` what is to be written and what has become of them. */
export function settleComponent(component: Component, userId: string, matched: MatchedPlays): void {
  const { rows, incoming, reports } = component;
  const [first] = incoming;
  if (rows.length === 0 && incoming.length === 1 && first !== undefined && isSimple(first)) {
    storeAlone(first, userId, matched);
    return;
  }
  const placed = placeGroups(groupReports(reports));
  breakCycles(placed);
  for (const { group } of placed) noteOutcomes(group, matched);
  noteStoredBefore(rows, incoming, matched);
  const kept = new Set(placed.map(({ row }) => row));
  const gone = rows.filter((row) => !kept.has(row));
  const [founded, parted] = partition(
    placed.filter(({ row }) => row === null),
    isNew,
  );
  const before = writtenBefore(rows, incoming);
  matched.joined += before.joined;
  // Where what two rows hold changes places, one goes and another comes, and neither counts.
  const fewer = gone.length - parted.length - before.parted;

  const changed = inSafeOrder(
    placed.flatMap((place) => change(place) ?? []),
    placed,
  );
  if (fewer > before.joined) join(fewer - before.joined, changed, reports, matched);
  matched.added.push(...founded.map((place) => found(place, userId, matched)));
  const inOrder = parted.sort((a, b) => Number(isOfNews(b)) - Number(isOfNews(a)));
  const partedRows = inOrder.map((place, position) => {
    const by = position < -fewer ? countAsStored(place, incoming, matched) : undefined;
    return partedRow(place, by, firstIncoming(reports), userId);
  });
  matched.parted.push(...partedRows);
  matched.changed.push(...changed);
  matched.removed.push(...gone);
}

/** Whether no row has held anything of a play. */
function isNew({ group }: PlacedGroup): boolean {
  return reportsIn(group).every(({ row }) => row === null);
}

/** Whether something has come in about a play. */
function isOfNews({ group }: PlacedGroup): boolean {
  return firstIncoming(reportsIn(group)) !== undefined;
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Whether one source alone tells all there is to know. */
function isSimple({ reports: [report, ...others] }: Incoming): boolean {
  return report !== undefined && others.length === 0 && report.resolvedId === null;
}

/** Stores a play that nothing else is known of; all plays of a track share its form. */
function storeAlone({ form, reports: [report] }: Incoming, userId: string, matched: MatchedPlays): void {
  if (report === undefined) return;
  const playedAt = new Date(report.time);
  const row: Play = {
    _id: report.recordId,
    user_id: userId,
    track: form.track,
    played_at: playedAt,
    ms_played: report.msPlayed ?? null,
    source: report.storedBy,
    context_type: report.contextType,
    context_uri: report.contextUri,
    artist_key: form.artist_key,
    track_key: form.track_key,
    seen: { [report.source]: playedAt },
  };
  matched.outcomes[report.index] = 'stored';
  matched.added.push({ row, index: report.index });
}

/** The row of a new play. */
function found({ group, playedAt }: PlacedGroup, userId: string, { outcomes }: MatchedPlays): AddedRow {
  const founder = firstIncoming(reportsIn(group));
  if (founder === undefined) throw new RangeError('Nothing has come in about the play');
  const { index, recordId, storedBy: source } = founder;
  outcomes[index] = 'stored';
  return { row: { ...composePlay(group, recordId, playedAt), user_id: userId, source }, index };
}

/** A row for what another row has held until something came in that fits it better. */
function partedRow(
  { group, playedAt }: PlacedGroup,
  storedBy: Report | undefined,
  cause: Report | undefined,
  userId: string,
): AddedRow {
  const source = reportsIn(group)[0]?.storedBy ?? 'import';
  const play = composePlay(group, storedBy?.recordId ?? new Types.ObjectId(), playedAt);
  const mark = storedBy === undefined && cause !== undefined && { parted_by: cause.recordId };
  return { row: { ...play, user_id: userId, source, ...mark }, index: storedBy?.index ?? -1 };
}

/** Counts as stored what has come in and makes two plays of what was one: best what is of the new play itself. */
function countAsStored(
  { group }: PlacedGroup,
  incoming: readonly Incoming[],
  { outcomes }: MatchedPlays,
): Report | undefined {
  const reports = [...reportsIn(group).filter(({ index }) => index >= 0), ...incoming.flatMap((one) => one.reports)];
  const by =
    reports.find(({ index }) => outcomes[index] === 'merged') ??
    reports.find(({ index }) => outcomes[index] === 'duplicate');
  if (by !== undefined) outcomes[by.index] = 'stored';
  return by;
}

/** Whether a row's reports are others than before, or what is known of them may be more. */
function isTouched({ group, row, playedAt }: PlacedGroup): boolean {
  const reports = reportsIn(group);
  if (row === null || row.played_at.getTime() !== playedAt) return true;
  return reports.some((report) => report.row !== row) || reports.length !== sourcesOf(row).length;
}

function change(place: PlacedGroup): ChangedRow | null {
  const { group, row, playedAt } = place;
  if (row === null || !isTouched(place)) return null;
  const next: Play = {
    ...composePlay(group, row._id, playedAt),
    user_id: row.user_id,
    source: row.source,
    ...(row.joined_by && { joined_by: row.joined_by }),
    ...(row.parted_by && { parted_by: row.parted_by }),
  };
  const index = firstIncoming(reportsIn(group))?.index ?? -1;
  return isSameRow(next, row) ? null : { row: next, before: row, index };
}

/**
 * Takes note of how many rows have become one with others, also in the first row to which something comes in that makes
 * it change: a crash may come after it is written.
 */
function join(rows: number, changed: readonly ChangedRow[], reports: readonly Report[], matched: MatchedPlays): void {
  matched.joined += rows;
  const first = changed.find(({ index }) => index >= 0) ?? changed[0];
  const by = reports.find(({ index }) => index >= 0 && index === first?.index) ?? firstIncoming(reports);
  if (first === undefined || by === undefined) return;
  const joins = Array.from({ length: rows }, () => by.recordId);
  first.row.joined_by = [...(first.row.joined_by ?? []), ...joins];
}

function firstIncoming(reports: readonly Report[]): Report | undefined {
  return reports.filter(({ index }) => index >= 0).sort((a, b) => a.index - b.index)[0];
}
