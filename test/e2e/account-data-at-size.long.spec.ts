import { type AccountTrackRecord, type ExtendedRecord, sameMinuteHistory } from '../support/export-generator';
import { differences } from '../support/heard-plays';
import { recordsLoaded } from '../support/history-calls';
import { createTestApp, type SignedIn, type TestApp } from '../support/test-app';

const RECORDS = 54_000;
const PAIRS = 276;
const TIMEOUT_MS = 300_000;

interface Report {
  stored: number;
  merged: number;
  skipped: { duplicate: number };
}

interface Row {
  track: { platform_id: string; name: string; artist_name: string };
  played_at: Date;
  ms_played: number;
}

/** Account data has minutes only: of two plays of a track in one minute, the listening times are all that differs. */
describe('account data of a year, with minutes in which one track ends twice', () => {
  const year = yearOf(RECORDS, PAIRS);
  let api: TestApp;
  let listener: SignedIn;

  beforeAll(async () => {
    api = await createTestApp();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    listener = await api.signIn();
  });

  it('is what the generator makes', () => {
    const minutes = year.distinct.map(minuteOf);
    expect(year.account).toHaveLength(RECORDS);
    expect(minutes.length - new Set(minutes).size).toBe(PAIRS);
    expect(RECORDS - year.plays).toBe(PAIRS);
    expect(year.extended).toHaveLength(year.plays);
  });

  it(
    'loses no play, gains none by a second load, and the extended history finds each of them',
    async () => {
      const { account, extended, distinct, plays } = year;
      const first = await load(account);
      expect(first).toEqual({ status: 'completed', stored: plays, merged: 0, duplicate: RECORDS - plays });
      expectRows(await rows(), linesOfMinutes(distinct));

      const second = await load(account);
      expect(second).toEqual({ status: 'completed', stored: 0, merged: 0, duplicate: RECORDS });
      expectRows(await rows(), linesOfMinutes(distinct));

      const third = await load(extended);
      expect(third).toEqual({ status: 'completed', stored: 0, merged: plays, duplicate: 0 });
      expectRows(await rows(), extended.map(lineOfRecord));
      await expectSums(extended);
    },
    TIMEOUT_MS,
  );

  it(
    'finds each play of the extended history',
    async () => {
      // As dense as the other year in pairs, and shorter, since the order is what is looked at.
      const { account, extended, plays } = yearOf(RECORDS / 5, Math.floor(PAIRS / 5));
      const first = await load(extended);
      expect(first).toEqual({ status: 'completed', stored: plays, merged: 0, duplicate: 0 });
      const second = await load(account);
      expect(second).toEqual({ status: 'completed', stored: 0, merged: plays, duplicate: account.length - plays });
      expectRows(await rows(), extended.map(lineOfRecord));
      await expectSums(extended);
    },
    TIMEOUT_MS,
  );

  async function load(records: readonly object[]): Promise<Record<string, unknown>> {
    const { status, error_message, report } = await recordsLoaded(api, listener, records);
    const { stored, merged, skipped } = report as unknown as Report;
    return { status: error_message || status, stored, merged, duplicate: skipped.duplicate };
  }

  function rows(): Promise<Row[]> {
    return api.db.collection<Row>('listening_history').find({ user_id: listener.userId }).toArray();
  }

  /** Statistics over all plays, added up here from the records. */
  async function expectSums(extended: readonly ExtendedRecord[]): Promise<void> {
    const { body } = await api.call('/api/v1/analytics/overview?period=all_time', { as: listener });
    const ms = extended.reduce((sum, { ms_played }) => sum + ms_played, 0);
    expect(body).toMatchObject({ total_tracks_played: extended.length, total_ms_played: ms });
  }
});

/** A year, with each record of the account data once and the plays that there are of them. */
function yearOf(records: number, pairs: number) {
  const history = sameMinuteHistory({ seed: records, records, pairs, endDate: new Date('2025-01-01T00:00:00Z') });
  const distinct = [...new Map(history.account.map((record) => [JSON.stringify(record), record])).values()];
  return { ...history, distinct, plays: distinct.length };
}

function expectRows(rows: readonly Row[], expected: readonly string[]): void {
  const { lost, added } = differences(rows.map(lineOfRow), expected);
  // A few tell as much as all of them.
  expect({ rows: rows.length, lost: lost.slice(0, 5), added: added.slice(0, 5) }).toEqual({
    rows: expected.length,
    lost: [],
    added: [],
  });
}

function minuteOf({ endTime, artistName, trackName }: AccountTrackRecord): string {
  return [endTime, artistName, trackName].join('\n');
}

/** The longer of two plays of a track in a minute is 1 ms later. */
function linesOfMinutes(records: readonly AccountTrackRecord[]): string[] {
  const taken = new Set<string>();
  const byLength = [...records].sort((a, b) => a.msPlayed - b.msPlayed);
  return byLength.map((record) => {
    const minute = Date.parse(`${record.endTime.replace(' ', 'T')}:00Z`);
    const at = taken.has(minuteOf(record)) ? minute + 1 : minute;
    taken.add(minuteOf(record));
    return lineOf(at, [record.artistName, record.trackName, record.msPlayed, 'known by its names']);
  });
}

function lineOfRecord(record: ExtendedRecord): string {
  const { ts, ms_played, spotify_track_uri } = record;
  const names = [record.master_metadata_album_artist_name, record.master_metadata_track_name];
  return lineOf(Date.parse(ts ?? ''), [...names, ms_played, spotify_track_uri?.split(':').at(-1) ?? '']);
}

function lineOfRow({ track, played_at, ms_played }: Row): string {
  const id = track.platform_id.startsWith('name:') ? 'known by its names' : track.platform_id;
  return lineOf(played_at.getTime(), [track.artist_name, track.name, ms_played, id]);
}

function lineOf(at: number, parts: readonly (string | number | null)[]): string {
  return [new Date(at).toISOString(), ...parts].join(' | ');
}
