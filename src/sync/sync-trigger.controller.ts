import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiOkOneOf } from '../common/openapi';
import { AlreadyRunningResponse } from '../sync-jobs/sync-jobs.dto';
import { SyncStarter } from './sync-starter.service';
import { SyncStartedResponse } from './sync.dto';

@ApiTags('sync-jobs')
@Controller('api/v1/sync-jobs')
export class SyncTriggerController {
  constructor(private readonly syncs: SyncStarter) {}

  @Post('trigger')
  @HttpCode(200)
  @ApiOperation({ summary: 'Sync your platform account now, unless a sync is under way' })
  @ApiOkOneOf(SyncStartedResponse, AlreadyRunningResponse)
  trigger(@CurrentUser() user: Session): Promise<SyncStartedResponse | AlreadyRunningResponse> {
    return this.syncs.trigger(user.userId);
  }
}
