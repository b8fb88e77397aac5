import { Injectable } from '@nestjs/common';
import { connectRedis } from '../../command-line/open-services';
import { Settings } from '../../config/settings';
import { EndpointStates } from '../../platform/calls/endpoint-states';
import { PlatformApp } from '../../platform/platform-app';
import { type Check, DoctorCheck, type Finding, ok, warning } from '../check';
import { RunningServices } from '../running-services';

/** What the platform has closed to this app, as far as the service has found out in the last day. */
@DoctorCheck({ order: 110 })
@Injectable()
export class ClosedEndpointsCheck implements Check {
  readonly name = 'Closed endpoints';

  constructor(
    private readonly settings: Settings,
    private readonly services: RunningServices,
  ) {}

  async run(): Promise<Finding[]> {
    const { redisUrl } = await this.services.addresses();
    if (redisUrl === undefined) return [ok('not known while Playledger does not run')];
    const redis = await connectRedis(redisUrl);
    try {
      const states = await new EndpointStates(redis, new PlatformApp(this.settings)).list();
      const closed = states.filter(([, state]) => state?.available === false);
      if (closed.length === 0) return [ok('none that Playledger has come upon')];
      return closed.map(([family, state]) =>
        warning(
          `the platform has closed ${family} to your app (${state?.reason ?? ''}). Playledger does without; nothing can be done here.`,
        ),
      );
    } finally {
      redis.disconnect();
    }
  }
}
