import { Controller, Get, HttpCode, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, type Session } from '../../common/authentication';
import type { ImportResponse } from './import.dto';
import { ImportRecords } from './import-records.service';
import { UploadAbandoned } from './upload.errors';
import { UploadsService } from './uploads.service';

@Controller('api/v1/history/import')
export class ImportController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly records: ImportRecords,
  ) {}

  @Post()
  @HttpCode(200)
  upload(
    @CurrentUser() user: Session,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportResponse> {
    return this.uploads.importFrom(request, user.userId, whenAnsweredOrGone(reply));
  }

  @Get(':job_id/records')
  download(@CurrentUser() user: Session, @Param('job_id') jobId: string): Promise<StreamableFile> {
    return this.records.download(user.userId, jobId);
  }
}

/** A signal for when the caller has hung up, or has been answered meanwhile that the request took too long. */
function whenAnsweredOrGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    gone.abort(new UploadAbandoned());
  });
  return gone.signal;
}
