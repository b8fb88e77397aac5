import { types } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings';
import { type Check, DoctorCheck, type Finding, ok, problem, warning } from '../check';

const TIMEOUT_MS = 10_000;
const TOLERATED_SECONDS = 60;

/** Whether the platform can be reached, and by its answer, whether this machine's clock is right. */
@DoctorCheck({ order: 100 })
@Injectable()
export class PlatformCheck implements Check {
  readonly name = 'Music platform';

  constructor(private readonly settings: Settings) {}

  async run(): Promise<Finding[]> {
    const { platformApiUrl, platformAccountsUrl, usesSandbox } = this.settings;
    if (usesSandbox) return [ok('the built-in sandbox, which starts and ends with Playledger')];
    return (await Promise.all([platformApiUrl, platformAccountsUrl].map(findingsOf))).flat();
  }
}

async function findingsOf(url: string): Promise<Finding[]> {
  const askedAt = Date.now();
  let response: Response;
  try {
    // Any answer will do: the one to somebody without a token is a refusal.
    response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const cause = types.isNativeError(error) ? (error.cause ?? error) : error;
    return [problem(`${url} cannot be reached: ${String(cause)}. Check this machine's network, firewall and DNS.`)];
  }
  return [ok(`${url} answers`), ...clockFindings(response.headers.get('date'), askedAt)];
}

function clockFindings(date: string | null, askedAt: number): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round((askedAt - theirs) / 1000);
  if (Math.abs(seconds) <= TOLERATED_SECONDS) return [];
  return [
    warning(
      `this machine's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the platform's, so that tokens are renewed at the wrong time. Set it by NTP.`,
    ),
  ];
}
