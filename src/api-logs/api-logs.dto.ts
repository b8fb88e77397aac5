import { PageQuery } from '../common/pagination';
import { QueryInt, QueryText } from '../common/validation/query.decorators';
import type { ApiLog } from './api-log.schema';

export class ApiLogsQuery extends PageQuery {
  @QueryInt({ min: 1, max: 200, default: 50 })
  override limit = 50;

  /** `platform` or `internal`. */
  @QueryText()
  service?: string;

  @QueryInt()
  status_min?: number;

  @QueryInt()
  status_max?: number;

  /** In upper or lower case. */
  @QueryText()
  method?: string;

  /** A piece of the path, taken literally. */
  @QueryText()
  endpoint_contains?: string;
}

export interface ApiLogResponse {
  id: string;
  service: string;
  method: string;
  endpoint: string;
  status_code: number;
  latency_ms: number;
  error: string;
  timestamp: Date;
  route: string;
  request_id: string;
}

export interface ApiLogsResponse {
  items: ApiLogResponse[];
  total: number;
  page: number;
  limit: number;
  pages: number;
}

export function toApiLogResponse(log: ApiLog): ApiLogResponse {
  return {
    id: String(log._id),
    service: log.service,
    method: log.method,
    endpoint: log.endpoint,
    status_code: log.status_code,
    latency_ms: log.latency_ms,
    error: log.error,
    timestamp: log.timestamp,
    route: log.route,
    request_id: log.request_id,
  };
}
