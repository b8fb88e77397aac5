import { IsIn, IsOptional, IsString, Matches, MinLength } from 'class-validator';
import { Address, EncryptionKey, EncryptionKeys, ExactAddress, Flag, Origins, WholeNumber } from './setting-rules';

export const DEFAULT_PORT = 8000;

export type AppEnv = 'development' | 'production' | 'test';
export type AppRole = 'all' | 'api' | 'worker';

/** Demo plays of the sandbox never mix with real ones: each platform has a database of its own. */
export const DATABASE_NAMES = { sandbox: 'playledger_sandbox', platform: 'playledger' } as const;

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
  @WholeNumber({ min: 0, max: 65535 })
  port = DEFAULT_PORT;

  /** Address at which browsers reach the service; other public names are refused. On this machine's PORT unless set. */
  @Address()
  baseUrl: string;

  /** Address of the front end, to which a login returns; the service's own page unless set. */
  @Address()
  frontendUrl: string;

  /** Origins whose pages may call the API from a browser; that of FRONTEND_URL unless set. */
  @Origins()
  corsOrigins: string[];

  /** How much is logged; debug also opens the dev login. */
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  logLevel = 'info';

  /** Reverse proxies in front of the service whose X-Forwarded-For is believed. */
  @WholeNumber({ min: 0 })
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
  @EncryptionKey()
  encryptionKey?: string;

  /** Former encryption keys, used for decryption only. */
  @EncryptionKeys()
  encryptionKeysRetired: string[] = [];

  /** Port of the sandbox platform, on loopback, or wherever HOST is 0.0.0.0. */
  @WholeNumber({ min: 0, max: 65535 })
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
  @ExactAddress()
  platformRedirectUri: string;

  /** Where the platform's Web API is. */
  @Address()
  platformApiUrl = 'https://api.spotify.com';

  /** Where the platform's accounts service is, which logs people in. */
  @Address()
  platformAccountsUrl = 'https://accounts.spotify.com';

  /**
   * Calls that this app makes to the platform in 30 s at most, of which jobs get two thirds, and people the rest; 90 unless
   * set, and more for the sandbox platform.
   */
  @IsOptional()
  @WholeNumber({ min: 3, max: 1_000_000 })
  platformRateLimitMax?: number;

  /** Requests a caller may make in one window. */
  @WholeNumber({ min: 1 })
  rateLimitMax = 100;

  /** Length of the window that RATE_LIMIT_MAX counts in, in seconds. */
  @WholeNumber({ min: 1 })
  rateLimitWindowSeconds = 60;

  /** Largest upload of POST /history/import, all files together, in bytes. */
  @WholeNumber({ min: 1 })
  importMaxBytes = 1024 ** 3;

  /** Repository whose releases are compared with the running version; unset: no check. */
  @IsOptional()
  @Matches(/^[\w.-]+\/[\w.-]+$/, { message: 'must be owner/name' })
  updateRepository?: string;

  /** Where the release API is that the check for newer versions asks. */
  @Address()
  updateApiUrl = 'https://api.github.com';

  /** How long the records of calls to the platform are kept, in days. */
  @WholeNumber({ min: 1 })
  apiLogRetentionDays = 30;

  /** How long the records of finished jobs are kept, in days. */
  @WholeNumber({ min: 1 })
  jobRetentionDays = 90;

  /** Whether the only user of the service is logged in without asking. */
  @Flag()
  autoLogin = true;

  /** Memory of the engine that answers questions about histories, in MiB. */
  @WholeNumber({ min: 64 })
  columnsMemory = 128;

  /** Bearer token of /metrics; unset: only programs on this machine may read it, by loopback. */
  @IsOptional()
  @MinLength(16, { message: 'must have at least 16 characters' })
  metricsToken?: string;

  /** Where a process of the role worker, which serves nothing else, serves /metrics on HOST; unset: nowhere. */
  @IsOptional()
  @WholeNumber({ min: 1, max: 65535 })
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
