import type { ImportState } from './import-client';

type Report = NonNullable<ImportState['report']>;
type Counts = Pick<Report, 'records' | 'stored' | 'merged' | 'skipped'>;

/** Prints what became of the records, file by file. */
export function printReport(jobId: string, report: Report): void {
  const names = shortNames(report.per_file.map(({ file }) => file));
  const rows = report.per_file.map((counts, index) => [names[index] ?? counts.file, columnsOf(counts)]);
  if (rows.length !== 1) rows.push(['All files', columnsOf(report)]);
  console.table(Object.fromEntries(rows));
  const { first_played_at: first, last_played_at: last, skipped } = report;
  if (first !== null && last !== null)
    console.log(`The plays stored or merged are from ${first.slice(0, 10)} to ${last.slice(0, 10)} (UTC).`);
  if (Object.values(skipped).some((count) => count > 0))
    console.log(`The skipped records one by one: GET /api/v1/history/import/${jobId}/records`);
}

/** Without the folders inside an archive, unless only these tell the files apart. */
function shortNames(files: string[]): string[] {
  const names = files.map((file) => file.split('/').at(-1) ?? file);
  return new Set(names).size === files.length ? names : files;
}

function columnsOf({ records, stored, merged, skipped }: Counts): Record<string, number> {
  const reasons = Object.entries(skipped).map(([reason, count]) => [reason.replaceAll('_', ' '), count]);
  return { records, stored, merged, ...(Object.fromEntries(reasons) as Record<string, number>) };
}
