import type { Settings } from '../config/settings';

/** The app that the sandbox platform knows the service by; the start-up registers it there. */
export const SANDBOX_APP = { clientId: 'playledger-sandbox', clientSecret: 'playledger-sandbox-secret' } as const;

/** Scopes that a login asks for, exactly these and in this order. */
export const SCOPES = [
  'user-read-recently-played',
  'user-top-read',
  'user-read-playback-state',
  'user-modify-playback-state',
  'user-read-currently-playing',
  'playlist-read-private',
  'playlist-read-collaborative',
  'user-library-read',
  'user-follow-read',
  'user-read-email',
  'user-read-private',
] as const;

/** How many calls each kind of caller may make in a rolling window, over all replicas. */
export interface Pace {
  windowMs: number;
  callsPerWindow: { interactive: number; background: number };
}

/** The platform limits an app by a rolling window and does not say to how many calls. */
const WINDOW_MS = 30_000;
/** Few enough to meet the limit rarely. */
const MODEST_CALLS = 90;
/** The sandbox is on this machine and bears more. */
const SANDBOX_CALLS = 18_000;

/** The app registered with the platform, on whose behalf the service calls it, and where the platform is. */
export class PlatformApp {
  /** The platform is the sandbox: no person's data are at stake, and it lies on this machine. */
  readonly isSandbox: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the platform sends a browser back to, as registered with it. */
  readonly redirectUri: string;
  /** Base of the Web API, without the `/v1` with which its paths begin. */
  readonly apiUrl: string;
  /** Base of the accounts service. */
  readonly accountsUrl: string;
  readonly pace: Pace;

  constructor(settings: Settings) {
    const sandboxUrl = `http://127.0.0.1:${settings.sandboxPort}`;
    this.isSandbox = settings.usesSandbox;
    this.clientId = settings.platformClientId ?? SANDBOX_APP.clientId;
    this.clientSecret = settings.platformClientSecret ?? SANDBOX_APP.clientSecret;
    this.redirectUri = settings.platformRedirectUri;
    this.apiUrl = this.isSandbox ? sandboxUrl : settings.platformApiUrl;
    this.accountsUrl = this.isSandbox ? sandboxUrl : settings.platformAccountsUrl;
    this.pace = paceOf(settings.platformRateLimitMax ?? (this.isSandbox ? SANDBOX_CALLS : MODEST_CALLS));
  }
}

/** A third of the calls is kept for people. */
function paceOf(callsPerWindow: number): Pace {
  const interactive = Math.floor(callsPerWindow / 3);
  return { windowMs: WINDOW_MS, callsPerWindow: { interactive, background: callsPerWindow - interactive } };
}
