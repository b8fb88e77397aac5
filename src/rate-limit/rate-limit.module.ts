import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { SessionModule } from '../auth/session.module';
import { Settings } from '../config/settings';
import { AdmissionService } from './admission.service';
import { RedisThrottlerStorage } from './redis-throttler.storage';

@Module({
  imports: [
    SessionModule,
    ThrottlerModule.forRootAsync({
      inject: [Settings],
      useFactory: (settings: Settings) => [
        { limit: settings.rateLimitMax, ttl: settings.rateLimitWindowSeconds * 1000 },
      ],
    }),
  ],
  providers: [AdmissionService, RedisThrottlerStorage],
  exports: [AdmissionService],
})
export class RateLimitModule {}
