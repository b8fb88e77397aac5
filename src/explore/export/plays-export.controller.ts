import { Controller, Get, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentUser, type Session } from '../../common/authentication';
import { BadRequest } from '../../common/errors/errors';
import { whenClosed } from '../../common/when-closed';
import { LensQuery } from '../lens/lens.query';
import { PlaysExport } from './plays-export.service';

const CSV = 'text/csv; charset=utf-8';
const JSON_LINES = 'application/x-ndjson';
const PARQUET = 'application/vnd.apache.parquet';
const description =
  'The plays through the lens, oldest first. `played_at` is the end of a play in UTC, `local_at` the same in the time ' +
  'zone of the lens; artist, album and track have the ids and names under which all statistics count the play; ' +
  '`counted_ms` is `ms_played`, or else `duration_ms`.';

/** Downloads of the plays through a lens. */
@ApiTags('explore')
@Controller('api/v1/explore')
export class PlaysExportController {
  constructor(private readonly plays: PlaysExport) {}

  @Get('plays.csv')
  @ApiOperation({ summary: 'Your plays as CSV (RFC 4180)', description })
  @ApiOkResponse({ description: 'Lines with a header', content: { 'text/csv': { schema: { type: 'string' } } } })
  async csv(
    @CurrentUser() { userId }: Session,
    @Query() query: LensQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const content = await this.plays.text(userId, query, 'csv', whenClosed(reply, new DownloadAbandoned()));
    return new StreamableFile(content, { type: CSV, disposition: asFile('csv') });
  }

  @Get('plays.jsonl')
  @ApiOperation({ summary: 'Your plays as JSON, one object a line', description })
  @ApiOkResponse({ description: 'Lines', content: { [JSON_LINES]: { schema: { type: 'string' } } } })
  async jsonLines(
    @CurrentUser() { userId }: Session,
    @Query() query: LensQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const content = await this.plays.text(userId, query, 'jsonl', whenClosed(reply, new DownloadAbandoned()));
    return new StreamableFile(content, { type: JSON_LINES, disposition: asFile('jsonl') });
  }

  @Get('plays.parquet')
  @ApiOperation({ summary: 'Your plays as Parquet', description })
  @ApiOkResponse({ description: 'The file', content: { [PARQUET]: { schema: { type: 'string', format: 'binary' } } } })
  async parquet(
    @CurrentUser() { userId }: Session,
    @Query() query: LensQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { content, length } = await this.plays.parquet(userId, query, whenClosed(reply, new DownloadAbandoned()));
    return new StreamableFile(content, { type: PARQUET, disposition: asFile('parquet'), length });
  }
}

class DownloadAbandoned extends BadRequest {
  constructor() {
    super('The download was given up before it was complete');
  }
}

function asFile(extension: string): string {
  return `attachment; filename="playledger-plays.${extension}"`;
}
