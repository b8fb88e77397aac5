import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { ApiLogsModule } from '../api-logs/api-logs.module';
import { registerModels } from '../database/connections';
import { Settings } from '../config/settings';
import { AppPace } from './calls/app-pace';
import { EndpointStates } from './calls/endpoint-states';
import { ItemsById } from './calls/items-by-id';
import { PlatformCalls } from './calls/platform-calls';
import { PlatformAccountsClient } from './platform-accounts.client';
import { PlatformApiClient } from './platform-api.client';
import { PlatformApp } from './platform-app';
import { PlatformCallLog } from './platform-call-log';
import { PlatformController } from './platform.controller';
import { PlatformMetrics } from './platform.metrics';
import { PlatformHttp } from './platform-http';
import { PlatformToken, PlatformTokenSchema } from './platform-token.schema';
import { PlatformTokensService } from './platform-tokens.service';
import { PlatformUserData } from './platform.user-data';
import { RefreshLock } from './refresh-lock';
import { TokenSeal } from './token-seal';

const LARGEST_ANSWER_BYTES = 10 * 1024 ** 2;

@Module({
  imports: [
    ApiLogsModule,
    HttpModule.registerAsync({
      inject: [Settings],
      useFactory: (settings: Settings) => ({
        maxRedirects: 0,
        maxContentLength: LARGEST_ANSWER_BYTES,
        // Statuses are told apart where the answer is read.
        validateStatus: () => true,
        // The sandbox lies on this machine, where no HTTP_PROXY leads.
        ...(settings.usesSandbox ? { proxy: false } : {}),
      }),
    }),
    ...registerModels({ name: PlatformToken.name, schema: PlatformTokenSchema }),
  ],
  controllers: [PlatformController],
  providers: [
    { provide: PlatformApp, inject: [Settings], useFactory: (settings: Settings) => new PlatformApp(settings) },
    PlatformHttp,
    PlatformCallLog,
    PlatformMetrics,
    AppPace,
    EndpointStates,
    PlatformCalls,
    ItemsById,
    PlatformAccountsClient,
    PlatformApiClient,
    RefreshLock,
    TokenSeal,
    PlatformTokensService,
    PlatformUserData,
  ],
  exports: [
    PlatformApp,
    PlatformAccountsClient,
    PlatformApiClient,
    PlatformCalls,
    EndpointStates,
    PlatformTokensService,
  ],
})
export class PlatformModule {}
