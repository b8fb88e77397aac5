import { oracleSummary } from '../../oracle/explore/summary';
import type { Operation } from './operation';

export const TOTALS: Operation[] = [{ path: 'summary', oracle: () => oracleSummary }];
