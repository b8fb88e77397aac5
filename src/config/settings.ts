import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength } from 'class-validator';

export const DEFAULT_PORT = 8000;

export type AppEnv = 'development' | 'production' | 'test';
export type AppRole = 'all' | 'api' | 'worker';

const commaList = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
    : value;

const integer = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;

const boolean = ({ value }: { value: unknown }): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

const withoutTrailingSlash = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.replace(/\/+$/, '') : value;

/** Demo plays of the sandbox never mix with real ones: each platform has a database of its own. */
export const DATABASE_NAMES = { sandbox: 'playledger_sandbox', platform: 'playledger' } as const;

const LOOPBACK_OK = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const URL_MESSAGE = 'must be an http or https address, such as http://127.0.0.1:8000';
const ENCRYPTION_KEY = /^[0-9a-f]{64}$/i;
const ENCRYPTION_KEY_MESSAGE = 'must be 64 hexadecimal characters (make one with: openssl rand -hex 32)';

/**
 * Every setting of the service, read from the environment once, at start.
 * A property is the camel-case form of its variable: `rateLimitMax` is `RATE_LIMIT_MAX`.
 */
export class Settings {
  /** development opens the dev login and the sandbox; production demands a real platform app. */
  @IsIn(['development', 'production', 'test'])
  appEnv: AppEnv = 'development';

  /** What this process does: serve HTTP, run jobs, or both. */
  @IsIn(['all', 'api', 'worker'])
  appRole: AppRole = 'all';

  /** Address that the service listens on; 0.0.0.0 is all of them. */
  @IsString()
  host = '127.0.0.1';

  /** Port that the service listens on. */
  @Transform(integer)
  @IsInt()
  @Min(0)
  @Max(65535)
  port = DEFAULT_PORT;

  /** Address at which browsers reach the service; other public names are refused. On this machine's PORT unless set. */
  @Transform(withoutTrailingSlash)
  @IsUrl(LOOPBACK_OK, { message: URL_MESSAGE })
  baseUrl: string;

  /** Address of the front end, to which a login returns; the service's own page unless set. */
  @Transform(withoutTrailingSlash)
  @IsUrl(LOOPBACK_OK, { message: URL_MESSAGE })
  frontendUrl: string;

  /** Origins whose pages may call the API from a browser; that of FRONTEND_URL unless set. */
  @Transform(commaList)
  @IsUrl(LOOPBACK_OK, { each: true, message: 'must be a comma-separated list of http or https origins' })
  corsOrigins: string[];

  /** How much is logged; debug also opens the dev login. */
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  logLevel = 'info';

  /** Reverse proxies in front of the service whose X-Forwarded-For is believed. */
  @Transform(integer)
  @IsInt()
  @Min(0)
  trustProxyHops = 0;

  /** Folder of everything the service keeps on disk. */
  @IsString()
  dataDir = './data';

  /** Document database; unset: the embedded engine is started. */
  @IsOptional()
  @Matches(/^mongodb(\+srv)?:\/\//, { message: 'must begin with mongodb:// or mongodb+srv://' })
  mongodbUri?: string;

  /** Cache and queue; unset: a local redis-server is started. */
  @IsOptional()
  @Matches(/^(rediss?:\/\/|unix:\/\/|\/)/, {
    message: 'must begin with redis:// or rediss://, or be the path of a Unix socket',
  })
  redisUrl?: string;

  /** Signs session tokens; unset: generated once into DATA_DIR/secrets.json. */
  @IsOptional()
  @MinLength(32, { message: 'must have at least 32 characters' })
  jwtSecret?: string;

  /** Encrypts platform tokens and email addresses; unset: generated once into DATA_DIR/secrets.json. */
  @IsOptional()
  @Matches(ENCRYPTION_KEY, { message: ENCRYPTION_KEY_MESSAGE })
  encryptionKey?: string;

  /** Former encryption keys, used for decryption only. */
  @Transform(commaList)
  @Matches(ENCRYPTION_KEY, { each: true, message: ENCRYPTION_KEY_MESSAGE })
  encryptionKeysRetired: string[] = [];

  /** Port of the sandbox platform, on loopback, or wherever HOST is 0.0.0.0. */
  @Transform(integer)
  @IsInt()
  @Min(0)
  @Max(65535)
  sandboxPort = 8001;

  /** The platform app to link accounts with; unset outside production: the sandbox platform. */
  @IsOptional()
  @IsString()
  platformClientId?: string;

  /** Secret of the platform app; needed together with PLATFORM_CLIENT_ID. */
  @IsOptional()
  @IsString()
  platformClientSecret?: string;

  /** Must equal the address registered with the platform app; BASE_URL/api/v1/auth/callback unless set. */
  @IsUrl(LOOPBACK_OK, { message: URL_MESSAGE })
  platformRedirectUri: string;

  /** Where the platform's Web API is. */
  @Transform(withoutTrailingSlash)
  @IsUrl(LOOPBACK_OK, { message: URL_MESSAGE })
  platformApiUrl = 'https://api.spotify.com';

  /** Where the platform's accounts service is, which logs people in. */
  @Transform(withoutTrailingSlash)
  @IsUrl(LOOPBACK_OK, { message: URL_MESSAGE })
  platformAccountsUrl = 'https://accounts.spotify.com';

  /** Calls that this app makes to the platform in 30 s at most; 90 unless set, and more for the sandbox platform. */
  @IsOptional()
  @Transform(integer)
  @IsInt({ message: 'must be a whole number: how many calls this app may make in 30 s' })
  @Min(3, { message: 'must be 3 or more: jobs get two thirds of the calls, and people the rest' })
  @Max(1_000_000, { message: 'must be 1000000 or less' })
  platformRateLimitMax?: number;

  /** Requests a caller may make in one window. */
  @Transform(integer)
  @IsInt()
  @Min(1)
  rateLimitMax = 100;

  /** Length of the window that RATE_LIMIT_MAX counts in, in seconds. */
  @Transform(integer)
  @IsInt()
  @Min(1)
  rateLimitWindowSeconds = 60;

  /** Largest upload of POST /history/import, all files together, in bytes. */
  @Transform(integer)
  @IsInt()
  @Min(1)
  importMaxBytes = 1024 ** 3;

  /** Repository whose releases are compared with the running version; unset: no check. */
  @IsOptional()
  @Matches(/^[\w.-]+\/[\w.-]+$/, { message: 'must be owner/name' })
  updateRepository?: string;

  /** Where the release API is that the check for newer versions asks. */
  @Transform(withoutTrailingSlash)
  @IsUrl(LOOPBACK_OK, { message: URL_MESSAGE })
  updateApiUrl = 'https://api.github.com';

  /** How long the records of calls to the platform are kept, in days. */
  @Transform(integer)
  @IsInt()
  @Min(1)
  apiLogRetentionDays = 30;

  /** How long the records of finished jobs are kept, in days. */
  @Transform(integer)
  @IsInt()
  @Min(1)
  jobRetentionDays = 90;

  /** Whether the only user of the service is logged in without asking. */
  @Transform(boolean)
  @IsBoolean({ message: 'must be true or false' })
  autoLogin = true;

  /** Bearer token of /metrics; unset: only programs on this machine may read it, by loopback. */
  @IsOptional()
  @MinLength(16, { message: 'must have at least 16 characters' })
  metricsToken?: string;

  /** Where a process of the role worker, which serves nothing else, serves /metrics on HOST; unset: nowhere. */
  @IsOptional()
  @Transform(integer)
  @IsInt()
  @Min(1)
  @Max(65535)
  metricsPort?: number;

  /** The platform is played by the sandbox, because no platform app is configured. */
  get usesSandbox(): boolean {
    return this.platformClientId === undefined && this.appEnv !== 'production';
  }

  get databaseName(): string {
    return this.usesSandbox ? DATABASE_NAMES.sandbox : DATABASE_NAMES.platform;
  }

  /** The specification's "debug or development mode", in which the dev login is open. */
  get devLoginOpen(): boolean {
    return this.logLevel === 'debug' || this.appEnv === 'development';
  }

  get servesHttp(): boolean {
    return this.appRole !== 'worker';
  }

  get runsJobs(): boolean {
    return this.appRole !== 'api';
  }
}
