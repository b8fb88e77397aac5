import type { Types } from 'mongoose';
import type { Play } from '../play.schema';
import { SOURCES_BY_EXACTNESS } from '../play-source';
import type { Incoming } from './components';
import type { RepeatedReport } from './distinct-reports';
import type { MatchedPlays } from './matched-plays';
import type { Report } from './report';
import type { ReportGroup } from './report-group';
import type { Outcome } from './reported-play';

const BY_WEIGHT: readonly Outcome[] = ['duplicate', 'merged', 'stored'];

/** Takes note of what has become of the reports of a play that has a row. */
export function noteOutcomes(group: ReportGroup, matched: MatchedPlays): void {
  for (const source of SOURCES_BY_EXACTNESS) {
    const reports = group[source];
    if (reports !== undefined) noteOfSource(reports, matched);
  }
}

function noteOfSource(reports: RepeatedReport, matched: MatchedPlays): void {
  const held = reports.filter(({ row }) => row !== null);
  const incoming = reports.filter(({ index }) => index >= 0).sort((a, b) => a.index - b.index);
  const [first] = incoming;
  if (held.length === 0) {
    if (first !== undefined) raise(matched, first.index, 'merged');
    return;
  }
  for (const report of incoming) noteWrittenBefore(report, held, matched);
}

/** What this very record brought here before a crash counts as it did then. */
function noteWrittenBefore({ index, recordId }: Report, held: readonly Report[], matched: MatchedPlays): void {
  const row = held.find((other) => other.recordId.equals(recordId))?.row;
  if (!row) return;
  raise(matched, index, 'merged');
  matched.rewritten.push(row.played_at.getTime(), ...Object.values(row.seen).map((time) => time.getTime()));
}

/** The row that a record has stored before a crash has its id. */
export function noteStoredBefore(rows: readonly Play[], incoming: readonly Incoming[], matched: MatchedPlays): void {
  const stored = new Set(rows.map(({ _id }) => _id.toHexString()));
  for (const { reports } of incoming) {
    const [report] = reports;
    if (report !== undefined && stored.has(report.recordId.toHexString())) raise(matched, report.index, 'stored');
  }
}

/** How many rows the same records have joined, and how many they have parted, before a crash. */
export function writtenBefore(
  rows: readonly Play[],
  incoming: readonly Incoming[],
): { joined: number; parted: number } {
  const records = new Set(incoming.flatMap(({ reports }) => reports.map(({ recordId }) => recordId.toHexString())));
  const isOwn = (id: Types.ObjectId): boolean => records.has(id.toHexString());
  return {
    joined: rows.flatMap(({ joined_by = [] }) => joined_by).filter(isOwn).length,
    parted: rows.flatMap(({ parted_by }) => parted_by ?? []).filter(isOwn).length,
  };
}

/** A play of our own archive is what its reports together make of it. */
function raise({ outcomes }: MatchedPlays, index: number, outcome: Outcome): void {
  const before = outcomes[index] ?? 'duplicate';
  if (BY_WEIGHT.indexOf(outcome) > BY_WEIGHT.indexOf(before)) outcomes[index] = outcome;
}
