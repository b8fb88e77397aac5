export interface HealthResponse {
  status: 'healthy';
  service: string;
  version: string;
}

export interface ReadyResponse {
  status: 'ready';
}

export interface NotReadyResponse {
  status: 'not_ready';
  /** What failed: `database`, `cache` or both, comma-separated. */
  reason: string;
  detail: string;
  request_id: string;
}
