/** What is good for one time, whatever it says: sessions, and what comes as a stream. */
export const FOR_ONCE = [
  'GET /api/v1/auth/login',
  'GET /api/v1/auth/callback',
  'GET /api/v1/auth/status',
  'GET /api/v1/auth/dev-login',
  'GET /api/v1/history/import/{job_id}/records',
  'GET /api/v1/sync-jobs/{id}/events',
  'GET /api/v1/users/me/export',
  'GET /api/v1/explore/plays.csv',
  'GET /api/v1/explore/plays.jsonl',
  'GET /api/v1/explore/plays.parquet',
];

/** Whether the asker may keep what an operation answers with, and ask again on condition that it has changed. */
export function mayBeKept(operation: string): boolean {
  return operation.startsWith('GET /api/v1/') && !FOR_ONCE.includes(operation);
}
