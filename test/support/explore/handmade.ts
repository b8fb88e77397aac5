import { HistoryWriter } from '../../../src/history/history-writer.service';
import type { ReportedPlay } from '../../../src/history/matching/reported-play';
import { type Answer, createTestApp, type SignedIn, type TestApp } from '../test-app';

/** Plays of a track of that name, which is also its id; half an hour apart, from noon of a day on. */
export function playsOf(name: string, day: string, count = 1, change: Partial<ReportedPlay> = {}): ReportedPlay[] {
  const id = Buffer.from(name).toString('hex').padEnd(22, '0').slice(0, 22);
  return Array.from({ length: count }, (_, index) => ({
    trackId: id,
    trackName: name,
    artistName: `Artist ${name}`,
    albumName: `Album ${name}`,
    playedAt: Date.parse(`${day}T12:00:00Z`) + index * 1_800_000,
    msPlayed: 100_000,
    ...change,
  }));
}

/** A test app, each test of which has a user of its own. */
export class HandmadeHistories {
  api: TestApp;
  user: SignedIn;

  write(...plays: readonly ReportedPlay[][]): Promise<unknown> {
    return this.api.app.get(HistoryWriter).write(this.user.userId, 'extended', plays.flat());
  }

  ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.api.call(`/api/v1/explore/${path}`, { as: this.user, headers });
  }

  async get<Body = Record<string, unknown>>(path: string): Promise<Body> {
    const { status, body } = await this.ask(path);
    expect({ path, status, detail: body.detail }).toEqual({ path, status: 200, detail: undefined });
    return body as Body;
  }

  /** What is wrong with a request: where, and of what type. */
  async problems(path: string, headers: Record<string, string> = {}): Promise<[string, string][]> {
    const { status, body } = await this.ask(path, headers);
    expect({ path, status }).toEqual({ path, status: 422 });
    const detail = body.detail as { loc: string[]; type: string }[];
    return detail.map(({ loc, type }) => [loc.join('.'), type]);
  }
}

export function useHandmade(): HandmadeHistories {
  const histories = new HandmadeHistories();
  beforeAll(async () => {
    histories.api = await createTestApp();
  }, 60_000);
  afterAll(() => histories.api.close());
  beforeEach(async () => {
    histories.user = await histories.api.signIn();
  });
  return histories;
}
