import { Types } from 'mongoose';
import { fold } from '../oracle/names';
import { type Answer, createTestApp, type SignedIn, type TestApp } from '../test-app';

/** A play of a track, which is by the artist of that number. */
export interface HandmadePlay {
  /** Its end: a date-time, or ms since 1970. */
  at: string | number;
  track?: number;
  /** '' for none. */
  artist?: string;
  ms?: number;
}

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** The start of today's day in UTC, in which new users' days are. */
export function todayUtc(): number {
  return Math.floor(Date.now() / DAY) * DAY;
}

export function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Asks about histories that a test makes by hand, each of a user of its own. */
export class HandmadeHistory {
  api: TestApp;
  user: SignedIn;

  /** Stores plays of the present user, in whatever order; ids are in that order. */
  async store(...plays: HandmadePlay[]): Promise<void> {
    const rows = plays.map(({ at, track = 1, artist = `Artist ${track}`, ms = 100_000 }) => ({
      _id: new Types.ObjectId(),
      user_id: this.user.userId,
      track: {
        platform_id: String(track).padStart(22, '0'),
        name: `Song ${track}`,
        artist_name: artist,
        album_name: `Album ${track}`,
        album_image_url: '',
        duration_ms: ms,
      },
      played_at: new Date(at),
      ms_played: ms,
      source: 'import',
      context_type: '',
      context_uri: '',
      artist_key: fold(artist),
      track_key: fold(`Song ${track}`),
      seen: {},
    }));
    await this.api.db.collection('listening_history').insertMany(rows);
  }

  call(path: string): Promise<Answer> {
    return this.api.call(`/api/v1/explore/${path}`, { as: this.user });
  }

  /** What an operation responds, which is expected to succeed. */
  async get<T>(path: string): Promise<T> {
    const { status, body } = await this.call(path);
    expect({ path, status, detail: body.detail }).toEqual({ path, status: 200, detail: undefined });
    return body as T;
  }

  /** What is wrong with a request, which is expected to be refused. */
  async problemsOf(path: string): Promise<unknown[]> {
    const { status, body } = await this.call(path);
    expect({ path, status }).toEqual({ path, status: 422 });
    return (body.detail as { loc: string[]; type: string }[]).map(({ loc, type }) => [...loc, type].join(' '));
  }
}

/** Starts an app for the tests of a file, each of which has a user without plays. */
export function useHandmadeHistory(): HandmadeHistory {
  const history = new HandmadeHistory();
  beforeAll(async () => {
    history.api = await createTestApp();
  }, 60_000);
  afterAll(() => history.api.close());
  beforeEach(async () => {
    history.user = await history.api.signIn();
  });
  return history;
}
