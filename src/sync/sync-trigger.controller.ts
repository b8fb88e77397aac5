import { Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, type Session } from '../common/authentication';
import { SyncStarter, type TriggerResponse } from './sync-starter.service';

@Controller('api/v1/sync-jobs')
export class SyncTriggerController {
  constructor(private readonly syncs: SyncStarter) {}

  /** Syncs the user's platform account now, unless a sync is under way. */
  @Post('trigger')
  @HttpCode(200)
  trigger(@CurrentUser() user: Session): Promise<TriggerResponse> {
    return this.syncs.trigger(user.userId);
  }
}
