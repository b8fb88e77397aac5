import { addDays, type Day } from '../../common/days';
import type { DayRange } from '../../common/periods';

/** The runs of days that lie in none of the spans, oldest first. */
export function uncoveredDays({ first, last }: DayRange, spans: readonly DayRange[]): DayRange[] {
  const runs: DayRange[] = [];
  let open: Day = first;
  for (const span of spans.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    if (span.first > last) break;
    if (span.first > open) runs.push({ first: open, last: addDays(span.first, -1) });
    if (span.last >= open) open = addDays(span.last, 1);
  }
  if (open <= last) runs.push({ first: open, last });
  return runs;
}
