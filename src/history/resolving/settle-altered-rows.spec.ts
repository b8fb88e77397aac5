import { play, START } from '../testing/arbitraries';
import { RememberedHistory, type Reports } from '../testing/remembered-history';
import { fillRows } from './fill-names';
import { settleAlteredRows } from './settle-altered-rows';

const ID = 'A'.repeat(22);
const NAMES = { name: 'Song', artist_name: 'Band', album_name: 'Hits', album_image_url: '', duration_ms: 210_000 };

const nameless: Reports = {
  source: 'extended',
  plays: [play({ trackName: '', artistName: '', albumName: '', playedAt: START + 20_000 })],
};
const named: Reports = { source: 'account', plays: [play({ trackId: null, albumName: '' })] };

/** Gives rows the names that the catalogue has, as it is done to stored ones. */
function fill(history: RememberedHistory): void {
  const filled = fillRows(history.rows, new Map([[ID, NAMES]]));
  const before = new Set(filled.values());
  history.write(
    settleAlteredRows(
      filled,
      history.rows.filter((row) => !before.has(row)),
    ),
  );
}

it.each([
  ['the id', [nameless, named]],
  ['the names', [named, nameless]],
])('makes one row of a play that one source knows by its id and another by its names: %s first', (_, files) => {
  const history = new RememberedHistory();
  for (const file of files) history.load(file);
  expect(history.rows).toHaveLength(2);
  fill(history);
  const { playsBySource } = history;
  expect(history.rows).toMatchObject([
    { played_at: new Date(START + 20_000), track: { platform_id: ID, ...NAMES }, track_key: 'song' },
  ]);
  expect(Object.keys(history.rows[0]?.seen ?? {}).sort()).toEqual(['account', 'extended']);
  for (const file of files) expect(history.load(file)).toEqual(['duplicate']);
  expect(history.playsBySource).toEqual(playsBySource);
});

it('gives a row its names where nothing else is of the same play', () => {
  const history = new RememberedHistory();
  history.load(nameless);
  fill(history);
  expect(history.rows).toMatchObject([{ track: { name: 'Song', album_name: 'Hits' }, artist_key: 'band' }]);
  expect(history.load(nameless)).toEqual(['duplicate']);
});
