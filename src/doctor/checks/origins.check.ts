import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings';
import { type Check, DoctorCheck, type Finding, ok, problem } from '../check';

/** Whether a front end elsewhere may call the API. */
@DoctorCheck({ order: 80 })
@Injectable()
export class OriginsCheck implements Check {
  readonly name = 'Front end';

  constructor(private readonly settings: Settings) {}

  run(): Finding[] {
    const { frontendUrl, baseUrl, corsOrigins } = this.settings;
    const { origin } = new URL(frontendUrl);
    const isOwnPage = origin === new URL(baseUrl).origin;
    if (isOwnPage || corsOrigins.includes(origin)) return [ok(frontendUrl)];
    return [
      problem(
        `FRONTEND_URL is at ${origin}, which CORS_ORIGINS does not list, so that it is refused. Add ${origin} to it.`,
      ),
    ];
  }
}
