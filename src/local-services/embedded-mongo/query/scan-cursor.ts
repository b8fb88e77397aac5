import { Entry } from '../storage/document-id';
import { CUT_BYTES } from '../storage/key-writer';
import { Table } from '../storage/tables';
import { rawMatcher } from './matcher';
import { KeyRange, Plan, Scan } from './plan';

/** The most entries that are read from a table before other work may go in between. */
const STEP = 128;
/** The bytes of documents after which no more are read all the same: they are in memory until they are asked for. */
const STEP_BYTES = 1_000_000;

/** What one scan of a plan has cost. */
export interface ScanCounts {
  keysExamined: number;
  docsExamined: number;
  nReturned: number;
}

/**
 * Finds the documents of a plan's scans step by step. Between two steps anything may be written: a step starts behind
 * the last key of the one before, and holds no transaction open.
 */
export class ScanCursor {
  done = false;
  /** By the position of the scan in the plan. */
  readonly counts: ScanCounts[];
  private readonly matches: (bytes: Buffer) => boolean;
  private readonly seen: Set<string> | undefined;
  private scanIndex = 0;
  private rangeIndex = 0;
  private lastKey: Buffer | undefined;
  private offset = 0;
  private stepSize: number;

  /** @param expected how many matches will be taken at most: no more entries are read at first, and then ever more */
  constructor(
    private readonly plan: Plan,
    expected = Infinity,
  ) {
    const { scans, filter } = plan;
    this.stepSize = Math.min(STEP, expected);
    this.counts = scans.map(() => ({ keysExamined: 0, docsExamined: 0, nReturned: 0 }));
    this.matches = scans.every((scan) => scan.exact) ? () => true : rawMatcher(filter);
    const repeats = scans.length > 1 || scans.some((scan) => scan.index?.multikey === true);
    this.seen = repeats ? new Set() : undefined;
  }

  /** Whether `skip` may be called: only where each entry is a match. */
  get canSkip(): boolean {
    return this.seen === undefined && this.plan.scans.every((scan) => scan.exact);
  }

  /** Passes over the first `count` matches without reading them. */
  skip(count: number): void {
    const [scan] = this.plan.scans;
    if (!scan) return;
    const table = scan.index?.table ?? this.plan.collection.records;
    let left = count;
    for (let range = this.rangeOf(scan); range && !this.done; range = this.rangeOf(scan)) {
      const entries = scan.ranges.length > 1 ? table.countKeys({ start: range.start, end: range.end }) : Infinity;
      if (entries > left) break;
      left -= entries;
      this.nextRange(scan);
    }
    this.offset = left;
  }

  /** The matches among the next entries, of which there may be none. */
  step(): Entry[] {
    const found: Entry[] = [];
    const scan = this.plan.scans[this.scanIndex];
    const counts = this.counts[this.scanIndex];
    const range = scan && this.rangeOf(scan);
    if (!scan || !counts || !range) {
      this.scanIndex++;
      this.rangeIndex = 0;
      this.done = this.scanIndex >= this.plan.scans.length;
      return found;
    }
    this.plan.collection.checkPresent(scan.index);
    let read = 0;
    let bytesRead = 0;
    const limit = this.stepSize;
    this.stepSize = Math.min(STEP, limit * 2);
    const { records } = this.plan.collection;
    const table = scan.index?.table ?? records;
    for (const { key, value } of this.entries(table, range, scan, limit)) {
      if (bytesRead > STEP_BYTES) return found;
      read++;
      if (scan.index) counts.keysExamined++;
      this.lastKey = key;
      const recordKey = scan.index ? value : key;
      if (this.isRepeated(recordKey)) continue;
      const bytes = scan.index ? records.get(recordKey) : value;
      if (!bytes) continue;
      counts.docsExamined++;
      bytesRead += bytes.length;
      if (!this.matches(bytes)) continue;
      counts.nReturned++;
      found.push({ recordKey, bytes });
    }
    if (read < limit) this.nextRange(scan);
    return found;
  }

  private rangeOf(scan: Scan): KeyRange | undefined {
    const { ranges, reverse } = scan;
    return ranges[reverse ? ranges.length - 1 - this.rangeIndex : this.rangeIndex];
  }

  private nextRange(scan: Scan): void {
    this.rangeIndex++;
    this.lastKey = undefined;
    this.done = this.rangeIndex >= scan.ranges.length && this.scanIndex === this.plan.scans.length - 1;
  }

  private entries(table: Table, range: KeyRange, scan: Scan, limit: number): Iterable<{ key: Buffer; value: Buffer }> {
    const resumed = this.lastKey;
    const offset = this.offset;
    this.offset = 0;
    if (isOneRecord(scan, range)) return resumed === undefined && offset === 0 ? recordAt(table, range.start) : [];
    return scan.reverse
      ? table.entries({
          start: resumed ?? range.end,
          end: range.start,
          reverse: true,
          exclusiveStart: true,
          inclusiveEnd: true,
          limit,
          offset,
        })
      : table.entries({
          start: resumed ?? range.start,
          end: range.end,
          exclusiveStart: resumed !== undefined,
          limit,
          offset,
        });
  }

  private isRepeated(recordKey: Buffer): boolean {
    if (!this.seen) return false;
    const known = recordKey.toString('latin1');
    if (this.seen.has(known)) return true;
    this.seen.add(known);
    return false;
  }
}

/** Whether a range of a scan holds one record at most, whose key is where the range starts. */
function isOneRecord({ index, equalities }: Scan, { start }: KeyRange): boolean {
  return index === undefined && equalities === 1 && start.length < CUT_BYTES;
}

function recordAt(records: Table, key: Buffer): { key: Buffer; value: Buffer }[] {
  const value = records.get(key);
  return value ? [{ key, value }] : [];
}

/** The number of documents that an exact plan finds, from its keys alone. */
export function countKeys(plan: Plan): number {
  let count = 0;
  for (const { index, ranges } of plan.scans) {
    const table = index?.table ?? plan.collection.records;
    for (const { start, end } of ranges) count += table.countKeys({ start, end });
  }
  return count;
}
