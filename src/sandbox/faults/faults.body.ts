import type { World } from '../world';
import type { Access, FaultState } from './faults';
import type { RateLimitFault } from './rate-limit';

/** Body of `POST /sandbox/faults`: every part is optional, and what is not named stays as it is. */
export interface FaultsBody {
  rate_limit?:
    null | { max: number; window_seconds?: number } | { retry_after_seconds: number; times?: number; reason?: string };
  errors?: { path: string; status: number; rate?: number; times?: number; reason?: string }[];
  latency_ms?: number;
  access?: Access;
  missing_fields?: string[];
  rotate_refresh_tokens?: boolean;
  /** How long after its end a play that was heard offline reaches the platform. */
  offline_delay_ms?: number;
  /** When every feed says that its newest play has ended; null for the truth. */
  newest_play_at?: string | null;
  /** Listeners who remove the app from their account, now. */
  revoke?: string[];
  /** Listeners whose access tokens run out, now. */
  expire?: string[];
  clock?: { offset_ms: number } | { at: string };
}

const wholeNumber = { type: 'integer', minimum: 0 };
const names = { type: 'array', items: { type: 'string' } };

function object(required: string[], properties: Record<string, unknown>) {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** JSON schema of the body; a switch that is misspelt is refused rather than overlooked. */
export const FAULTS_BODY_SCHEMA = object([], {
  rate_limit: {
    anyOf: [
      { type: 'null' },
      object(['max'], { max: { type: 'integer', minimum: 1 }, window_seconds: { type: 'integer', minimum: 1 } }),
      object(['retry_after_seconds'], {
        retry_after_seconds: wholeNumber,
        times: wholeNumber,
        reason: { type: 'string' },
      }),
    ],
  },
  errors: {
    type: 'array',
    items: object(['path', 'status'], {
      path: { type: 'string', pattern: '^/' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      rate: { type: 'number', minimum: 0, maximum: 1 },
      times: wholeNumber,
      reason: { type: 'string' },
    }),
  },
  latency_ms: wholeNumber,
  access: { enum: ['classic', '2024', '2026'] },
  missing_fields: names,
  rotate_refresh_tokens: { type: 'boolean' },
  offline_delay_ms: wholeNumber,
  newest_play_at: { type: ['string', 'null'], format: 'date-time' },
  revoke: names,
  expire: names,
  clock: {
    anyOf: [
      object(['offset_ms'], { offset_ms: { type: 'integer' } }),
      object(['at'], { at: { type: 'string', format: 'date-time' } }),
    ],
  },
});

/** The change of weather that a body asks for. */
export function toFaultChange(body: FaultsBody): Partial<FaultState> {
  return {
    ...(body.rate_limit !== undefined && { rateLimit: toRateLimit(body.rate_limit) }),
    ...(body.errors && {
      errors: body.errors.map(({ path, status, rate = 1, times = null, reason = null }) => ({
        path,
        status,
        rate,
        times,
        reason,
      })),
    }),
    ...(body.latency_ms !== undefined && { latencyMs: body.latency_ms }),
    ...(body.access && { access: body.access }),
    ...(body.missing_fields && { missingFields: body.missing_fields }),
    ...(body.rotate_refresh_tokens !== undefined && { rotateRefreshTokens: body.rotate_refresh_tokens }),
    ...(body.offline_delay_ms !== undefined && { offlineDelayMs: body.offline_delay_ms }),
    ...(body.newest_play_at !== undefined && {
      newestPlayAt: body.newest_play_at === null ? null : Date.parse(body.newest_play_at),
    }),
  };
}

function toRateLimit(fault: NonNullable<FaultsBody['rate_limit']> | null): RateLimitFault | null {
  if (!fault) return null;
  if ('max' in fault) return { kind: 'window', max: fault.max, windowSeconds: fault.window_seconds ?? 30 };
  return {
    kind: 'fixed',
    retryAfterSeconds: fault.retry_after_seconds,
    times: fault.times ?? null,
    reason: fault.reason ?? null,
  };
}

/** What `GET /sandbox/faults` shows. */
export function describeFaults({ faults, clock }: World): Record<string, unknown> {
  const { rateLimit, errors, latencyMs, access, missingFields, rotateRefreshTokens, offlineDelayMs, newestPlayAt } =
    faults.state;
  return {
    rate_limit:
      rateLimit?.kind === 'window'
        ? { max: rateLimit.max, window_seconds: rateLimit.windowSeconds }
        : rateLimit && {
            retry_after_seconds: rateLimit.retryAfterSeconds,
            times: rateLimit.times,
            reason: rateLimit.reason,
          },
    errors,
    latency_ms: latencyMs,
    access,
    missing_fields: missingFields,
    rotate_refresh_tokens: rotateRefreshTokens,
    offline_delay_ms: offlineDelayMs,
    newest_play_at: newestPlayAt === null ? null : new Date(newestPlayAt).toISOString(),
    clock: { offset_ms: clock.offset, now: new Date(clock.now()).toISOString() },
  };
}
