import { Types } from 'mongoose';
import type { Play } from '../play.schema';
import type { Component, Incoming } from './components';
import { composePlay } from './compose-play';
import { groupReports } from './group-reports';
import { isSameRow } from './is-same-row';
import type { ChangedRow, MatchedPlays } from './matched-plays';
import { noteOutcomes, noteStoredBefore } from './note-outcomes';
import { type PlacedGroup, placeGroups } from './place-groups';
import { type Report, sourcesOf } from './report';
import { type ReportGroup, reportsIn } from './report-group';
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
  for (const { group } of placed) noteOutcomes(group, matched);
  noteStoredBefore(rows, incoming, matched);
  const joinedBy = joinRows(component, placed, matched);

  const changed: ChangedRow[] = [];
  const parted: PlacedGroup[] = [];
  for (const place of placed) {
    const founder = firstIncoming(reportsIn(place.group));
    if (place.row !== null) {
      if (isTouched(place)) change(place, joinedBy.get(place.group) ?? [], changed);
    } else if (founder === undefined) parted.push(place);
    else add(place, founder, userId, matched);
  }
  for (const place of parted) part(place, incoming, userId, matched);
  matched.changed.push(...inSafeOrder(changed, placed));
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

/** Adds a row for what has come in. */
function add({ group, playedAt }: PlacedGroup, founder: Report, userId: string, matched: MatchedPlays): void {
  const { index, recordId, storedBy: source } = founder;
  matched.outcomes[index] = 'stored';
  const takesOver = reportsIn(group).some(({ row }) => row !== null);
  const row = { ...composePlay(group, recordId, playedAt), user_id: userId, source };
  (takesOver ? matched.parted : matched.added).push({ row, index });
}

/** Adds a row for what another row has held until something came in that fits it better, which counts as stored then. */
function part(
  { group, playedAt }: PlacedGroup,
  incoming: readonly Incoming[],
  userId: string,
  matched: MatchedPlays,
): void {
  const source = reportsIn(group)[0]?.storedBy ?? 'import';
  const by = incoming.flatMap(({ reports }) => reports).find(({ index }) => matched.outcomes[index] === 'merged');
  if (by !== undefined) matched.outcomes[by.index] = 'stored';
  const row = { ...composePlay(group, by?.recordId ?? new Types.ObjectId(), playedAt), user_id: userId, source };
  matched.parted.push({ row, index: by?.index ?? -1 });
}

/** Whether a row's reports are others than before, or what is known of them may be more. */
function isTouched({ group, row, playedAt }: PlacedGroup): boolean {
  const reports = reportsIn(group);
  if (row === null || row.played_at.getTime() !== playedAt) return true;
  return reports.some((report) => report.row !== row) || reports.length !== sourcesOf(row).length;
}

function change({ group, row, playedAt }: PlacedGroup, joinedBy: Types.ObjectId[], changed: ChangedRow[]): void {
  if (row === null) return;
  const joins = [...(row.joined_by ?? []), ...joinedBy];
  const next: Play = {
    ...composePlay(group, row._id, playedAt),
    user_id: row.user_id,
    source: row.source,
    ...(joins.length > 0 && { joined_by: joins }),
  };
  const index = firstIncoming(reportsIn(group))?.index ?? -1;
  if (!isSameRow(next, row)) changed.push({ row: next, before: row, index });
}

/**
 * Takes note of the rows that no play is placed in, because others hold their reports.
 * @returns for each play the records by which rows became one with its own
 */
function joinRows(
  { rows, incoming }: Component,
  placed: readonly PlacedGroup[],
  matched: MatchedPlays,
): Map<ReportGroup, Types.ObjectId[]> {
  const joinedBy = new Map<ReportGroup, Types.ObjectId[]>();
  const kept = new Set(placed.map(({ row }) => row));
  for (const row of rows.filter((one) => !kept.has(one))) {
    matched.removed.push(row);
    const into = placed.filter(({ group }) => reportsIn(group).some((report) => report.row === row));
    if (into.every(({ group }) => isLeftOver(row, group))) continue;
    matched.joined += 1;
    const [group] = into.map((place) => place.group);
    const record = firstIncoming(into.flatMap((place) => reportsIn(place.group))) ?? incoming[0]?.reports[0];
    if (group !== undefined && record !== undefined) {
      joinedBy.set(group, [...(joinedBy.get(group) ?? []), record.recordId]);
    }
  }
  return joinedBy;
}

/** Whether another row holds what this one does, because a crash came before it was removed. */
function isLeftOver(row: Play, group: ReportGroup): boolean {
  const reports = reportsIn(group);
  return reports
    .filter((report) => report.row === row)
    .every((report) => reports.some((other) => isCopy(report, other)));
}

function isCopy(report: Report, other: Report): boolean {
  if (other.row === null || other.row === report.row || other.source !== report.source) return false;
  return other.time === report.time && other.recordId.equals(report.recordId);
}

function firstIncoming(reports: readonly Report[]): Report | undefined {
  return reports.filter(({ index }) => index >= 0).sort((a, b) => a.index - b.index)[0];
}
