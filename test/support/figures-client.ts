import { CatalogueStubs } from '../../src/catalogue/catalogue-stubs.service';
import { HistoryChanges } from '../../src/history/history-changes.service';
import { HistoryWriter } from '../../src/history/history-writer.service';
import type { ReportedPlay } from '../../src/history/matching/reported-play';
import type { SignedIn, TestApp } from './test-app';

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

/** A user of a test app whose plays are written as a sync writes them, and who asks for the figures. */
export class Listener {
  constructor(
    private readonly api: TestApp,
    readonly user: SignedIn,
  ) {}

  /** Stores plays, and stubs of what they name. */
  async write(...plays: ReportedPlay[]): Promise<void> {
    await this.api.app.get(HistoryWriter).write(this.user.userId, 'api', plays);
    const named = plays.map(({ trackId, trackName, artistName, albumName }) => ({
      trackId,
      trackName,
      artistName,
      albumName,
    }));
    await this.api.app.get(CatalogueStubs).addStubs(named);
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
}
