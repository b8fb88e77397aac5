import type { Outcome } from '../matching/reported-play';
import type { SkipReason } from './reading/imported-play';
import type { EntryState, InspectedEntry } from './reading/inspected-file';

/** What can become of a record of an export file; each ends in exactly one of these. */
export type RecordOutcome = Outcome | SkipReason;

/** Why records were not kept, and how many. */
export type SkipCounts = Record<SkipReason | 'duplicate', number>;

/** What became of the records of one or several files. */
export interface RecordCounts {
  records: number;
  stored: number;
  merged: number;
  /** Plays of the history that a record has shown to be one: the history gains `stored` less these. */
  joined: number;
  skipped: SkipCounts;
  /** Of the records stored or merged; null where there are none. */
  first_played_at: Date | null;
  last_played_at: Date | null;
}

export interface FileReport extends RecordCounts {
  file: string;
}

/** What was found in an uploaded file, or in an entry of an archive. */
export interface EntryReport {
  name: string;
  /** The uploaded archive that it lies in; '' for none. */
  archive: string;
  state: EntryState;
  /** What it is, or why it is not read, or where it breaks off: what follows "this file ..." in a sentence. */
  reason: string;
  /** Those of its records that have been dealt with. */
  records: number;
}

/** The report of an import job. The counts of a file add up to its records, and those of the entries to all records. */
export interface ImportReport extends RecordCounts {
  files: number;
  per_file: FileReport[];
  entries: EntryReport[];
}

export function noRecords(): RecordCounts {
  return {
    records: 0,
    stored: 0,
    merged: 0,
    joined: 0,
    skipped: { not_a_track: 0, not_played: 0, invalid: 0, duplicate: 0 },
    first_played_at: null,
    last_played_at: null,
  };
}

/** @param playedAt of a record that is a play, ms since 1970 */
export function countRecord(counts: RecordCounts, outcome: RecordOutcome, playedAt?: number): void {
  counts.records += 1;
  if (outcome !== 'stored' && outcome !== 'merged') {
    counts.skipped[outcome] += 1;
    return;
  }
  counts[outcome] += 1;
  if (playedAt === undefined) return;
  if (counts.first_played_at === null || playedAt < counts.first_played_at.getTime()) {
    counts.first_played_at = new Date(playedAt);
  }
  if (counts.last_played_at === null || playedAt > counts.last_played_at.getTime()) {
    counts.last_played_at = new Date(playedAt);
  }
}

/** @param entries those that are `read` being the files, in their order */
export function reportOf(perFile: FileReport[], entries: readonly InspectedEntry[]): ImportReport {
  const total = noRecords();
  for (const { records, stored, merged, joined, skipped, first_played_at, last_played_at } of perFile) {
    total.records += records;
    total.stored += stored;
    total.merged += merged;
    total.joined += joined;
    for (const reason of Object.keys(skipped) as (keyof SkipCounts)[]) total.skipped[reason] += skipped[reason];
    total.first_played_at = earlier(total.first_played_at, first_played_at);
    total.last_played_at = later(total.last_played_at, last_played_at);
  }
  return { files: perFile.length, ...total, per_file: perFile, entries: entryReports(perFile, entries) };
}

function entryReports(perFile: readonly FileReport[], entries: readonly InspectedEntry[]): EntryReport[] {
  const files = perFile.values();
  return entries.map(({ name, archive, state, reason }) => {
    const records = state === 'read' ? (files.next().value?.records ?? 0) : 0;
    return { name, archive, state, reason, records };
  });
}

function earlier(a: Date | null, b: Date | null): Date | null {
  return a === null || (b !== null && b < a) ? b : a;
}

function later(a: Date | null, b: Date | null): Date | null {
  return a === null || (b !== null && b > a) ? b : a;
}
