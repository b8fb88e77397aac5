import { Injectable } from '@nestjs/common';
import { counter } from '../../metrics/meters';
import { type HasMetrics, MetricSource } from '../../metrics/metric-source';
import { noRecords, type RecordCounts } from './import-report';

/** What becomes of the records of export files in this process. */
@MetricSource()
@Injectable()
export class ImportMetrics implements HasMetrics {
  private readonly records = counter({
    name: 'import_records_total',
    help: 'Records of export files that were dealt with, by what became of them',
    labels: ['outcome'],
  });
  readonly metrics = [this.records];

  /** Every outcome is there from the beginning: a series that begins above 0 shows no rise. */
  constructor() {
    this.count(noRecords(), noRecords());
  }

  /** Counts the records of a batch: those in `after` and not in `before`. */
  count(before: RecordCounts, after: RecordCounts): void {
    const was = outcomesOf(before);
    for (const [outcome, count] of Object.entries(outcomesOf(after)))
      this.records.inc({ outcome }, count - (was[outcome] ?? 0));
  }
}

function outcomesOf({ stored, merged, skipped }: RecordCounts): Record<string, number> {
  return { stored, merged, ...skipped };
}
