import { Random } from '../random';
import { RateLimit, type RateLimitFault } from './rate-limit';

/**
 * What is open to the app: everything (`classic`), what stayed open to most apps after November 2024, or what is open
 * to development-mode apps since 2026.
 */
export type Access = 'classic' | '2024' | '2026';

/** Answers to give instead of the right ones. */
export interface ErrorFault {
  /** A path such as `/v1/me/player/devices`; a trailing `*` stands for anything. */
  path: string;
  status: number;
  /** How often, 0 to 1. */
  rate: number;
  /** How many more times; null is for ever. */
  times: number | null;
  reason: string | null;
}

/** The weather over the sandbox platform. */
export interface FaultState {
  rateLimit: RateLimitFault | null;
  errors: ErrorFault[];
  latencyMs: number;
  access: Access;
  /** Names of fields left out of every answer, at any depth. */
  missingFields: string[];
  rotateRefreshTokens: boolean;
  /** How long after its end a play that was heard offline reaches the platform. */
  offlineDelayMs: number;
  /** When every feed says that its newest play has ended, Unix milliseconds; null for the truth. */
  newestPlayAt: number | null;
}

const FAIR: FaultState = {
  rateLimit: null,
  errors: [],
  latencyMs: 0,
  access: 'classic',
  missingFields: [],
  rotateRefreshTokens: false,
  offlineDelayMs: 0,
  newestPlayAt: null,
};

/** Fields that development-mode apps no longer get. */
const FIELDS_GONE_2026 = ['country', 'email', 'product', 'followers', 'popularity'];

/** Holds the weather and decides what it does to a request. */
export class Faults {
  private current: FaultState = { ...FAIR };
  private rateLimit: RateLimit | null = null;
  private random: Random;

  constructor(private readonly seed: number) {
    this.random = new Random(seed, 'faults');
  }

  get state(): Readonly<FaultState> {
    return this.current;
  }

  /** Changes the parts given and leaves the others as they are. */
  change(change: Partial<FaultState>): void {
    this.current = { ...this.current, ...change };
    if (change.rateLimit !== undefined) this.rateLimit = change.rateLimit && new RateLimit(change.rateLimit);
  }

  reset(): void {
    this.random = new Random(this.seed, 'faults');
    this.change(FAIR);
  }

  /** Counts a call of the Web API. Seconds to wait when it is one too many, else null. */
  secondsToWait(now: number): number | null {
    return this.rateLimit?.count(now) ?? null;
  }

  /** The error to answer a request for this path with, if any. */
  errorFor(path: string): ErrorFault | null {
    const fault = this.current.errors.find(
      (candidate) => candidate.times !== 0 && matches(candidate.path, path) && this.random.chance(candidate.rate),
    );
    if (!fault) return null;
    if (fault.times !== null) fault.times--;
    return fault;
  }

  /** Names of fields that no answer carries at present. */
  get fieldsLeftOut(): ReadonlySet<string> {
    const gone = this.current.access === '2026' ? FIELDS_GONE_2026 : [];
    return new Set([...this.current.missingFields, ...gone]);
  }

  /** Whether something that was closed in a year is closed now. */
  isClosed(since: Exclude<Access, 'classic'>): boolean {
    return this.current.access !== 'classic' && this.current.access >= since;
  }
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
