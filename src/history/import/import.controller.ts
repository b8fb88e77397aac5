import { Controller, Get, HttpCode, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, type Session } from '../../common/authentication';
import { ApiErrors } from '../../common/openapi';
import { whenClosed } from '../../common/when-closed';
import { ImportReportResponse } from './import-report.dto';
import { ImportResponse } from './import.dto';
import { ImportRecords } from './import-records.service';
import { UploadAbandoned } from './upload.errors';
import { UploadsService } from './uploads.service';

const UPLOAD = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
};

@ApiTags('history')
@ApiExtraModels(ImportReportResponse)
@Controller('api/v1/history/import')
export class ImportController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly records: ImportRecords,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Load an export of the platform',
    description:
      'Extended streaming history or account data: the .zip as it came, or .json and .json.gz files out of it. The ' +
      'import runs in the background; its progress and its report stand with the job.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: UPLOAD })
  @ApiOkResponse({ type: ImportResponse })
  @ApiErrors({ 400: 'The upload broke off', 413: 'The upload is too large', 507: 'The disk is full' })
  upload(
    @CurrentUser() user: Session,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportResponse> {
    return this.uploads.importFrom(request, user.userId, whenClosed(reply, new UploadAbandoned()));
  }

  @Get(':job_id/records')
  @ApiOperation({ summary: 'The records that an import did not store, one by one, and why' })
  @ApiOkResponse({
    description: 'One JSON object a line',
    content: { 'application/x-ndjson': { schema: { type: 'string' } } },
  })
  @ApiErrors({ 404: 'There is no such import of yours, or its account is not there any more' })
  download(@CurrentUser() user: Session, @Param('job_id') jobId: string): Promise<StreamableFile> {
    return this.records.download(user.userId, jobId);
  }
}
