import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings';
import { type Check, DoctorCheck, type Finding, ok, problem, warning } from '../check';

@DoctorCheck({ order: 70 })
@Injectable()
export class ProxyCheck implements Check {
  readonly name = 'Reverse proxy';

  constructor(private readonly settings: Settings) {}

  run(): Finding[] {
    const { baseUrl, trustProxyHops, appEnv } = this.settings;
    const isHttps = new URL(baseUrl).protocol === 'https:';
    if (isHttps && trustProxyHops === 0)
      return [
        problem(
          'BASE_URL is https, which a proxy must serve, but TRUST_PROXY_HOPS is 0: all callers count as one for the rate limit. Set it to 1.',
        ),
      ];
    if (!isHttps && trustProxyHops > 0)
      return [
        warning(
          `TRUST_PROXY_HOPS is ${trustProxyHops}, but BASE_URL is no https address. Without a proxy set it to 0, for anybody can write X-Forwarded-For.`,
        ),
      ];
    if (!isHttps && appEnv === 'production')
      return [
        problem(
          'APP_ENV=production gives out cookies for https only, but BASE_URL is http. Serve Playledger by https.',
        ),
      ];
    return [ok(isHttps ? `${trustProxyHops} before Playledger` : 'none')];
  }
}
