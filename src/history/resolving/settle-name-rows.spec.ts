import { RememberedHistory } from '../testing/remembered-history';
import { play, START } from '../testing/arbitraries';
import type { Play } from '../play.schema';
import { type FoundTrack, settleNameRows } from './settle-name-rows';
import { MINUTE_MS } from '../../common/durations';

const OWN_ID = 'A'.repeat(22);
const FOUND: FoundTrack = { platformId: OWN_ID, albumName: 'Found', albumImageUrl: 'https://i/1', durationMs: 210_000 };

const byName = (playedAt = START, trackName = 'Song') => play({ trackId: null, trackName, albumName: '', playedAt });

/** A history in which rows known by name are settled. */
class SettledHistory extends RememberedHistory {
  settle(found = FOUND): void {
    const named = this.rows.filter(({ track }) => track.platform_id.startsWith('name:'));
    const own = this.rows.filter(({ track }) => track.platform_id === found.platformId);
    this.write(settleNameRows(named, own, found));
  }
}

let history: SettledHistory;
beforeEach(() => {
  history = new SettledHistory();
});

const only = (): Play => {
  const [row, ...others] = history.rows;
  if (row === undefined || others.length > 0) throw new Error(`There are ${history.rows.length} rows`);
  return row;
};

it('gives a row its id, and what is known of the track', () => {
  history.load({ source: 'account', plays: [byName()] });
  const before = Object.assign({}, only());
  history.settle();
  expect(only()).toMatchObject({ _id: before._id, played_at: before.played_at, ms_played: before.ms_played });
  expect(only().track).toEqual({
    platform_id: OWN_ID,
    name: 'Song',
    artist_name: 'Band',
    album_name: 'Found',
    album_image_url: 'https://i/1',
    duration_ms: 210_000,
  });
});

it('knows the file again', () => {
  history.load({ source: 'account', plays: [byName()] });
  history.settle();
  expect(history.load({ source: 'account', plays: [byName()] })).toEqual(['duplicate']);
});

it('merges a row into the one that tells the same play under the id', () => {
  // Another name, so that the two have not been matched before.
  history.load({ source: 'extended', plays: [play({ trackName: 'Song - Remastered', playedAt: START + 20_000 })] });
  history.load({ source: 'account', plays: [byName()] });
  expect(history.rows).toHaveLength(2);
  history.settle();
  expect(only()).toMatchObject({
    played_at: new Date(START + 20_000),
    seen: { extended: new Date(START + 20_000), account: new Date(START) },
    track: { platform_id: OWN_ID, name: 'Song - Remastered' },
  });
  expect(history.load({ source: 'account', plays: [byName()] })).toEqual(['duplicate']);
});

it('merges no more than one row into another', () => {
  history.load({ source: 'extended', plays: [play({ trackName: 'Other', playedAt: START + 59_000 })] });
  history.load({ source: 'account', plays: [byName(), byName(START + MINUTE_MS)] });
  history.settle();
  expect(history.plays.map(({ track, at }) => [track, at])).toEqual([
    [OWN_ID, new Date(START + 59_000).toISOString()],
    [OWN_ID, new Date(START + MINUTE_MS).toISOString()],
  ]);
});

it('finishes what broke off between merging and deleting', () => {
  history.load({ source: 'extended', plays: [play({ trackName: 'Other', playedAt: START + 20_000 })] });
  history.load({ source: 'account', plays: [byName()] });
  const named = history.rows.filter(({ track }) => track.platform_id.startsWith('name:'));
  history.settle();
  history.rows.push(...named);
  history.settle();
  expect(only().seen).toHaveProperty('extended');
});

it('gives way to the id and album that a source tells later', () => {
  history.load({ source: 'account', plays: [byName()] });
  history.settle();
  const told = play({ trackId: 'B'.repeat(22), albumName: 'Told', playedAt: START + 5_000 });
  expect(history.load({ source: 'extended', plays: [told] })).toEqual(['merged']);
  expect(only().track).toMatchObject({ platform_id: 'B'.repeat(22), album_name: 'Told' });
  expect(history.load({ source: 'account', plays: [byName()] })).toEqual(['duplicate']);
  expect(history.load({ source: 'extended', plays: [told] })).toEqual(['duplicate']);
});
