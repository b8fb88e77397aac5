import type { Play } from '../play.schema';
import type { Outcome } from './reported-play';

/** What is to be written, and what has become of each report. */
export interface MatchedPlays {
  /** In the order of the reports. */
  outcomes: Outcome[];
  /** New rows with reports that other rows have held. To be written first, so that these are not lost on the way. */
  parted: AddedRow[];
  /** Rows that change, in an order in which each report stands in some row if the last of them are never written. */
  changed: ChangedRow[];
  added: AddedRow[];
  /** Rows that have become one with others. To be removed last. */
  removed: Play[];
  /** How many rows have become one with others by these reports. */
  joined: number;
  /** Instants, ms since 1970, whose days may count otherwise by plays that were written before a crash. */
  rewritten: number[];
}

/** A new row. */
export interface AddedRow {
  row: Play;
  /** Position of the report that counts as stored by it. */
  index: number;
}

export interface ChangedRow {
  /** As it is to be. */
  row: Play;
  before: Play;
  /** Position of the report that changes it. */
  index: number;
}

/** What has become of each report, in their order, and how many rows have become one with others by them. */
export type WrittenReports = Pick<MatchedPlays, 'outcomes' | 'joined'>;

export function noMatches(reports: number): MatchedPlays {
  const outcomes = Array.from({ length: reports }, (): Outcome => 'duplicate');
  return { outcomes, parted: [], changed: [], added: [], removed: [], joined: 0, rewritten: [] };
}

/** The instants, ms since 1970, at which plays come, go, move or change, those written before a crash included. */
export function touchedInstants(matched: MatchedPlays): number[] {
  return [...endsOf(matched, matched.changed), ...matched.rewritten];
}

/** The first instant at which a play comes, goes or moves; Infinity where none does. */
export function firstMove(matched: MatchedPlays): number {
  const moved = matched.changed.filter(({ row, before }) => row.played_at.getTime() !== before.played_at.getTime());
  return endsOf(matched, moved).reduce((first, end) => Math.min(first, end), Infinity);
}

function endsOf({ parted, added, removed }: MatchedPlays, changed: readonly ChangedRow[]): number[] {
  const rows = [
    ...[...parted, ...added].map(({ row }) => row),
    ...changed.flatMap(({ row, before }) => [row, before]),
    ...removed,
  ];
  return rows.map(({ played_at }) => played_at.getTime());
}
