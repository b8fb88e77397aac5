import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ApiLogsModule } from '../api-logs/api-logs.module';
import { DependencyMetrics } from './dependency.metrics';
import { HealthController } from './health.controller';
import { ReadinessService } from './readiness.service';
import { ReleaseApiClient } from './updates/release-api.client';
import { ReleaseCache } from './updates/release-cache';
import { UpdateCheckService } from './updates/update-check.service';
import { UpdateController } from './updates/update.controller';

const LARGEST_RELEASE_BYTES = 1024 ** 2;

@Module({
  imports: [
    ApiLogsModule,
    HttpModule.register({ maxRedirects: 3, maxContentLength: LARGEST_RELEASE_BYTES, validateStatus: () => true }),
    // A failed check is told to whoever asked; logging each one would flood the log of a machine that is probed.
    TerminusModule.forRoot({ logger: false }),
  ],
  controllers: [HealthController, UpdateController],
  providers: [DependencyMetrics, ReadinessService, ReleaseApiClient, ReleaseCache, UpdateCheckService],
})
export class HealthModule {}
