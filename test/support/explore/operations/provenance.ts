import { oracleProvenance } from '../../oracle/explore/provenance';
import type { Operation } from './operation';

export const PROVENANCE: Operation[] = [{ path: 'provenance', oracle: () => oracleProvenance }];
