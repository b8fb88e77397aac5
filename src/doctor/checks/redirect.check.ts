import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings';
import { type Check, DoctorCheck, type Finding, ok, problem } from '../check';

const CALLBACK_PATH = '/api/v1/auth/callback';
const LOOPBACK = ['127.0.0.1', '[::1]'];

/** The address to which the platform sends people back after they have agreed. */
@DoctorCheck({ order: 60 })
@Injectable()
export class RedirectCheck implements Check {
  readonly name = 'Redirect address';

  constructor(private readonly settings: Settings) {}

  run(): Finding[] {
    const { platformRedirectUri, baseUrl, port, usesSandbox } = this.settings;
    const address = new URL(platformRedirectUri);
    const base = new URL(baseUrl);
    const isLoopback = LOOPBACK.includes(address.hostname);
    const sentences = [
      address.hostname === 'localhost' &&
        'the platform refuses localhost. Write 127.0.0.1 in BASE_URL and PLATFORM_REDIRECT_URI, and with the platform app.',
      !isLoopback &&
        address.hostname !== 'localhost' &&
        address.protocol !== 'https:' &&
        'the platform takes http for 127.0.0.1 only. Serve Playledger by https, and write https in BASE_URL.',
      address.pathname !== CALLBACK_PATH &&
        `its path is not ${CALLBACK_PATH}, where Playledger awaits people. Correct PLATFORM_REDIRECT_URI.`,
      address.host !== base.host &&
        `it is at ${address.host}, but BASE_URL is at ${base.host}, and a login would not find its cookie. Make them one.`,
      isLoopback &&
        portOf(address) !== port &&
        `it is at port ${portOf(address)}, but Playledger listens on ${port}. Set PORT, or correct the address.`,
    ].filter((sentence) => sentence !== false);
    if (sentences.length > 0) return sentences.map((sentence) => problem(`${platformRedirectUri}: ${sentence}`));
    return [ok(usesSandbox ? platformRedirectUri : `${platformRedirectUri} (the platform app must list just this)`)];
  }
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? ({ 'http:': 80, 'https:': 443 }[protocol] ?? 0) : Number(port);
}
