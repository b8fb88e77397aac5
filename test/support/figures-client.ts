import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { HistoryChanges } from '../../src/history/history-changes.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import { jobUntil } from './api-calls';
import { createTestApp, type SignedIn, type TestApp } from './test-app';

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A play of the track of that number, by the artist and on the album of that number. */
export function play(number: number, playedAt: number, change: Partial<ReportedPlay> = {}): ReportedPlay {
  const padded = String(number).padStart(22, '0');
  const names = { trackName: `Song ${number}`, artistName: `Artist ${number}`, albumName: `Album ${number}` };
  return { trackId: padded, ...names, playedAt, msPlayed: 100_000, ...change };
}

export function today(): number {
  return Math.floor(Date.now() / DAY) * DAY;
}

export function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** A test app whose present user's plays are written as a sync writes them, and whose figures they ask for. */
export class FiguresClient {
  api: TestApp;
  user: SignedIn;

  async start(): Promise<void> {
    this.api = await createTestApp();
  }

  stop(): Promise<void> {
    return this.api.close();
  }

  /** Goes on as a new user. */
  async signIn(): Promise<void> {
    this.user = await this.api.signIn();
  }

  /** Stores plays, and stubs of what they name. */
  async write(...plays: ReportedPlay[]): Promise<void> {
    await this.api.app.get(HistoryWriter).write(this.user.userId, 'api', plays);
    await this.api.app.get(CatalogueStubs).addStubs(plays);
  }

  /** Has the figures follow from what was written. */
  announce(): Promise<void> {
    return this.api.app.get(HistoryChanges).announce(this.user.userId);
  }

  async get(path: string): Promise<Record<string, unknown>> {
    const { status, body } = await this.api.call(`/api/v1/${path}`, { as: this.user });
    expect({ path, status }).toEqual({ path, status: 200 });
    return body;
  }

  /** What a collection holds of this user. */
  stored(collection: string): Promise<Record<string, unknown>[]> {
    return this.api.db
      .collection(collection)
      .find({ user_id: this.user.userId }, { projection: { _id: 0 }, sort: { date: 1, month: 1 } })
      .toArray();
  }

  /** Resolves when the figures are those of the new zone. */
  async moveTo(timezone: string): Promise<void> {
    const { body } = await this.api.call('/api/v1/users/me', { method: 'PATCH', as: this.user, json: { timezone } });
    await jobUntil(this.api.url, this.user.headers, String(body.job_id));
  }
}

/** Starts an app for the tests of a file, each of which is a user's own. */
export function useFigures(): FiguresClient {
  const client = new FiguresClient();
  beforeAll(() => client.start());
  afterAll(() => client.stop());
  beforeEach(() => client.signIn());
  return client;
}
