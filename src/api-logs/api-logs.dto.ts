import { ApiProperty } from '@nestjs/swagger';
import { COUNT, PERCENTAGE } from '../common/openapi';
import { CountedPageResponse, PageQuery } from '../common/pagination';
import { QueryInt, QueryText } from '../common/validation/query.decorators';
import type { ApiLog } from './api-log.schema';

export class ApiLogsQuery extends PageQuery {
  @QueryInt({ min: 1, max: 200, default: 50 })
  override limit = 50;

  @QueryText('`platform` or `internal`')
  service?: string;

  @QueryInt({ description: 'From this status on; leaves out calls without an answer' })
  status_min?: number;

  @QueryInt({ description: 'Up to and with this status; leaves out calls without an answer' })
  status_max?: number;

  @QueryText('In upper or lower case')
  method?: string;

  @QueryText('A piece of the path, taken literally')
  endpoint_contains?: string;
}

export class ApiLogResponse {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: '`platform`, or `internal` for whatever else the service calls' })
  service: string;

  @ApiProperty({ example: 'GET' })
  method: string;

  @ApiProperty({ description: 'The path as called, without the query string' })
  endpoint: string;

  @ApiProperty({ ...COUNT, description: '0 when there was no answer' })
  status_code: number;

  @ApiProperty({ minimum: 0 })
  latency_ms: number;

  @ApiProperty()
  error: string;

  @ApiProperty()
  timestamp: Date;

  @ApiProperty({ description: 'The path with ids as `{id}`' })
  route: string;

  @ApiProperty({ description: 'Of the request or job that the call was made for' })
  request_id: string;
}

export class ApiLogsResponse extends CountedPageResponse {
  @ApiProperty({ type: [ApiLogResponse] })
  items: ApiLogResponse[];
}

class StatusDistributionResponse {
  @ApiProperty(COUNT)
  '1xx': number;

  @ApiProperty(COUNT)
  '2xx': number;

  @ApiProperty(COUNT)
  '3xx': number;

  @ApiProperty(COUNT)
  '4xx': number;

  @ApiProperty({ ...COUNT, description: 'With statuses that HTTP does not know' })
  '5xx': number;

  @ApiProperty(COUNT)
  no_answer: number;
}

class EndpointCountResponse {
  @ApiProperty({ description: 'Method and route', example: 'GET /v1/tracks/{id}' })
  endpoint: string;

  @ApiProperty(COUNT)
  count: number;
}

export class ApiLogStatsResponse {
  @ApiProperty(COUNT)
  total_calls: number;

  @ApiProperty({ ...COUNT, description: 'Calls without an answer, and those answered with 400 or above' })
  error_count: number;

  @ApiProperty(COUNT)
  rate_limit_count: number;

  @ApiProperty({ ...PERCENTAGE, description: 'Percent of all calls, 100 when there are none' })
  success_rate: number;

  @ApiProperty({ minimum: 0 })
  avg_latency_ms: number;

  @ApiProperty({ description: 'Calls by the class of their status; they add up to the total' })
  status_distribution: StatusDistributionResponse;

  @ApiProperty({ type: [EndpointCountResponse], description: 'Most called first' })
  top_endpoints: EndpointCountResponse[];
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
