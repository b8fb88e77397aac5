import { DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ConfigModule } from '../config/config.module';
import type { Settings } from '../config/settings';
import { ClosedEndpointsCheck } from './checks/closed-endpoints.check';
import { DatabaseCheck } from './checks/database.check';
import { DataDirCheck } from './checks/data-dir.check';
import { ExposureCheck } from './checks/exposure.check';
import { NodeCheck } from './checks/node.check';
import { OriginsCheck } from './checks/origins.check';
import { PlatformCheck } from './checks/platform.check';
import { ProxyCheck } from './checks/proxy.check';
import { RedirectCheck } from './checks/redirect.check';
import { RedisCheck } from './checks/redis.check';
import { SettingsCheck } from './checks/settings.check';
import { Doctor } from './doctor.service';
import { RunningServices } from './running-services';

/** Looks for what is wrong with an installation. */
@Module({})
export class DoctorModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: DoctorModule,
      imports: [ConfigModule.forRoot(settings), DiscoveryModule],
      providers: [
        Doctor,
        RunningServices,
        NodeCheck,
        SettingsCheck,
        DataDirCheck,
        DatabaseCheck,
        RedisCheck,
        RedirectCheck,
        ProxyCheck,
        OriginsCheck,
        ExposureCheck,
        PlatformCheck,
        ClosedEndpointsCheck,
      ],
    };
  }
}
