import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { pageCount, pageRange } from '../common/pagination';
import { literally } from '../common/text';
import { readPage } from '../database/plain-reads';
import { ApiLog } from './api-log.schema';
import { type CallGroup, statsOf } from './api-log-stats';
import { ApiLogsQuery, type ApiLogsResponse, type ApiLogStatsResponse, toApiLogResponse } from './api-logs.dto';

/** Shows users the calls that were made for them. */
@Injectable()
export class ApiLogsService {
  constructor(@InjectModel(ApiLog.name) private readonly logs: Model<ApiLog>) {}

  async list(userId: string, query: ApiLogsQuery): Promise<ApiLogsResponse> {
    const { rows, total } = await readPage<ApiLog>(this.logs, filterOf(userId, query), pageRange(query), {
      sort: { timestamp: -1, _id: -1 },
    });
    return {
      items: rows.map(toApiLogResponse),
      total,
      page: query.page,
      limit: query.limit,
      pages: pageCount(total, query.limit),
    };
  }

  /** Sums over all of the user's calls that are kept. */
  async stats(userId: string): Promise<ApiLogStatsResponse> {
    const groups = await this.logs.aggregate<CallGroup>([
      { $match: { user_id: userId } },
      {
        $group: {
          _id: { status: '$status_code', method: '$method', route: '$route' },
          count: { $sum: 1 },
          latencyMs: { $sum: '$latency_ms' },
        },
      },
      {
        $project: { _id: 0, status: '$_id.status', method: '$_id.method', route: '$_id.route', count: 1, latencyMs: 1 },
      },
    ]);
    return statsOf(groups);
  }
}

function filterOf(userId: string, query: ApiLogsQuery): QueryFilter<ApiLog> {
  const { service, status_min, status_max, method, endpoint_contains } = query;
  return {
    user_id: userId,
    ...(service === undefined ? {} : { service }),
    ...statusFilter(status_min, status_max),
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    ...(endpoint_contains === undefined ? {} : { endpoint: new RegExp(literally(endpoint_contains)) }),
  };
}

/** A call without an answer has no status: it is within no bounds. */
function statusFilter(min: number | undefined, max: number | undefined): QueryFilter<ApiLog> {
  if (min === undefined && max === undefined) return {};
  return { status_code: { $gte: Math.max(min ?? 1, 1), ...(max === undefined ? {} : { $lte: max }) } };
}
