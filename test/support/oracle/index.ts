export type { OracleCatalogue, OracleTrack } from './identity';
export { Oracle, runOracle } from './import';
export { oracleDays, oracleOverview } from './overview';
export type { OracleOverview, OracleTopItem, OracleTops } from './overview';
export type { OraclePeriod } from './period';
export { nameId } from './read-record';
export { oracleTrend } from './trend';
export type { OracleTrend } from './trend';
export type {
  Outcome,
  OracleCounts,
  OracleFile,
  OracleFileReport,
  OracleRow,
  OracleSource,
  OracleState,
  SkipReason,
} from './types';
