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
    const wrong = corsOrigins.filter((origin) => new URL(origin).origin !== origin);
    const { origin } = new URL(frontendUrl);
    const isOwnPage = origin === new URL(baseUrl).origin;
    const findings = [
      ...wrong.map((entry) =>
        problem(`${entry} in CORS_ORIGINS is never what a browser sends. Write ${new URL(entry).origin} instead.`),
      ),
      ...(isOwnPage || corsOrigins.includes(origin)
        ? []
        : [
            problem(
              `FRONTEND_URL is at ${origin}, which CORS_ORIGINS does not list, so that it is refused. Add ${origin} to it.`,
            ),
          ]),
    ];
    return findings.length > 0 ? findings : [ok(frontendUrl)];
  }
}
