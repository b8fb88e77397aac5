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

/** The platform limits an app by a rolling 30 s and does not say to how many calls: few enough to meet that rarely. */
const MODEST_PACE: Pace = { windowMs: 30_000, callsPerWindow: { interactive: 30, background: 60 } };
/** The sandbox is on this machine and bears more. */
const SANDBOX_PACE: Pace = { windowMs: 30_000, callsPerWindow: { interactive: 6_000, background: 12_000 } };

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
    this.pace = this.isSandbox ? SANDBOX_PACE : MODEST_PACE;
  }
}
