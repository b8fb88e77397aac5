import type { OracleLens, Seen } from '../oracle/explore/lens';
import { resolvedLens, throughLens } from '../oracle/explore/lens';
import { storedHistory, type StoredHistory } from '../oracle/explore/stored';
import { createTestApp, type SignedIn, type TestApp } from '../test-app';
import { fakeOnly } from '../fake-only';
import type { Operation } from './operations/operation';
import { queryOf, randomLenses } from './random-lenses';
import { seedCatalogue, seedHistory } from './seeded-history';

export const ZONE = 'Europe/Berlin';

export type Own = Record<string, string | number | boolean>;
/** What an operation is expected to respond, but for its lens. */
export type Oracle = (seen: Seen) => Record<string, unknown>;

/** A test app with a user whose seeded history is asked about, and the oracle's copy of it. */
export class ExploreClient {
  api: TestApp;
  user: SignedIn;
  history: StoredHistory;
  lenses: OracleLens[];
  today: string;
  private readonly seen = new Map<OracleLens, Seen>();

  constructor(
    private readonly playCount: number,
    private readonly lensCount: number,
  ) {}

  async start(): Promise<void> {
    this.api = await createTestApp();
    await seedCatalogue(this.api);
    this.user = await this.api.signIn();
    await this.api.call('/api/v1/users/me', { method: 'PATCH', as: this.user, json: { timezone: ZONE } });
    await seedHistory(this.api, this.user, this.playCount);
    this.history = await storedHistory(this.api, this.user.userId);
    this.today = throughLens(this.history, {}, ZONE, Date.now()).today;
    // Some ranges end now.
    fakeOnly('Date', Date.now());
    this.lenses = randomLenses(this.history, this.today, this.lensCount);
  }

  async get(path: string, as = this.user): Promise<Record<string, unknown>> {
    const { status, body } = await this.api.call(`/api/v1/explore/${path}`, { as });
    expect({ path, status, detail: body.detail }).toEqual({ path, status: 200, detail: undefined });
    return body;
  }

  /** Expects an operation to respond through a lens what the oracle says. */
  async expectSame(operation: string, lens: OracleLens, oracle: Oracle, own: Own = {}): Promise<void> {
    const query = queryOf(lens, own);
    const body = await this.get(`${operation}?${query}`);
    // Words of its own take the place of the lens'.
    const seen = this.seenThrough(own.q === undefined || lens.q === undefined ? lens : { ...lens, q: undefined });
    expect({ query, ...body }).toEqual({ query, lens: resolvedLens(seen), ...oracle(seen) });
  }

  /** What the oracle sees through a lens; each operation is asked through the same ones. */
  seenThrough(lens: OracleLens): Seen {
    const known = this.seen.get(lens);
    if (known !== undefined) return known;
    const seen = throughLens(this.history, lens, ZONE, Date.now());
    this.seen.set(lens, seen);
    return seen;
  }

  /** The same through all of the random lenses. */
  async expectSameThroughAll(operation: Operation): Promise<void> {
    for (const [index, lens] of this.lenses.entries()) {
      const { path, own, id } = this.asked(operation, index);
      await this.expectSame(path, lens, operation.oracle(id === undefined ? own : { ...own, id }), own);
    }
  }

  /** The path of an operation, which may have an id, and parameters that it takes. @param index tells questions apart */
  asked({ path, ownOf, idOf }: Operation, index = 0): { path: string; own: Own; id?: string } {
    const own = ownOf?.(index) ?? {};
    const id = idOf?.(this.history, index);
    return id === undefined ? { path, own } : { path: `${path}/${encodeURIComponent(id)}`, own, id };
  }

  /** An address at which an operation answers. */
  addressOf(operation: Operation): string {
    const { path, own } = this.asked(operation);
    return `${path}?${queryOf({}, own)}`;
  }
}

/** Starts an app with a seeded history for the tests of a file. */
export function useExplore(plays = 2_000, lenses = 25): ExploreClient {
  const client = new ExploreClient(plays, lenses);
  beforeAll(() => client.start(), 120_000);
  afterAll(async () => {
    jest.useRealTimers();
    await client.api.close();
  });
  return client;
}
