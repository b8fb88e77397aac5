import { runOracle } from './import';
import { nameId } from './read-record';
import { account, extended, feed, id } from './samples';
import type { OracleFile } from './types';

const NOW = new Date('2024-05-15T12:00:00Z');

const play = (time: string, label: string | null = 'S', track = 'Song', artist = 'Ann') =>
  extended({ ts: `2024-05-01T${time}Z`, ms: 1000, track, artist, album: 'Album', id: label });
const listed = (time: string, track = 'Song', artist = 'Ann') => account(`2024-05-01 ${time}`, artist, track, 900);
const fed = (time: string, label = 'S', track = 'Song') => feed(`2024-05-01T${time}Z`, label, track, 'Ann', 200_000);

const ofExtended = (...records: unknown[]): OracleFile => ({ file: 'extended', format: 'extended', records });
const ofAccount = (...records: unknown[]): OracleFile => ({ file: 'account', format: 'account', records });
const ofFeed = (...records: unknown[]): OracleFile => ({ file: 'feed', format: 'feed', records });

const outcomes = (...files: OracleFile[]) => runOracle(files, NOW).files.map((file) => file.outcomes);

describe('runOracle within one source', () => {
  it('stores a play once, however often and in however many files it comes', () => {
    expect(
      outcomes(ofExtended(play('10:00:00'), play('10:00:00'), play('10:00:07')), ofExtended(play('10:00:07'))),
    ).toEqual([['stored', 'duplicate', 'stored'], ['duplicate']]);
  });

  it('keeps tracks of the same names apart by id', () => {
    expect(outcomes(ofExtended(play('10:00:00', 'S'), play('10:00:00', 'T')))).toEqual([['stored', 'stored']]);
  });

  it('takes two spellings of a local file as one track', () => {
    const composed = play('10:00:00', null, 'De\u0301ja\u0300');
    const decomposed = play('10:00:00', null, 'D\u00e9j\u00e0');
    expect(outcomes(ofExtended(composed, decomposed))).toEqual([['stored', 'duplicate']]);
  });

  it('counts every record in one place and reports the span of what it took', () => {
    const state = runOracle(
      [
        ofExtended(play('10:00:00'), play('10:00:00'), play('08:00:00'), { ...play('07:00:00'), ms_played: 0 }),
        ofAccount(listed('10:00'), listed('11:00'), { endTime: 'x', podcastName: 'p', episodeName: 'e', msPlayed: 1 }),
      ],
      NOW,
    );
    expect(state.files[0]).toMatchObject({
      records: 4,
      stored: 2,
      merged: 0,
      skipped: { not_a_track: 0, not_played: 1, invalid: 0, duplicate: 1 },
      first_played_at: '2024-05-01T08:00:00.000Z',
      last_played_at: '2024-05-01T10:00:00.000Z',
    });
    expect(state.total).toEqual({
      records: 7,
      stored: 3,
      merged: 1,
      skipped: { not_a_track: 1, not_played: 1, invalid: 0, duplicate: 1 },
      first_played_at: '2024-05-01T08:00:00.000Z',
      last_played_at: '2024-05-01T11:00:00.000Z',
    });
  });

  it('reports no span where nothing was taken', () => {
    expect(runOracle([ofExtended({})], NOW).total).toMatchObject({ first_played_at: null, last_played_at: null });
  });
});

describe('runOracle across sources', () => {
  it('matches account data to the play that ended in its minute', () => {
    const state = runOracle(
      [ofExtended(play('10:00:59')), ofAccount(listed('10:00'), listed('10:01'), listed('09:59'))],
      NOW,
    );
    expect(state.files[1]?.outcomes).toEqual(['merged', 'stored', 'stored']);
    expect(state.rows[0]).toMatchObject({ trackId: id('S'), msPlayed: 1000, source: 'import' });
  });

  it('gives an account row the exact time, the id and the album of the extended record that matches it', () => {
    const state = runOracle([ofAccount(listed('10:00')), ofExtended(play('10:00:59'), play('10:01:00'))], NOW);
    expect(state.files[1]?.outcomes).toEqual(['merged', 'stored']);
    expect(state.rows[0]).toMatchObject({
      trackId: id('S'),
      album: 'Album',
      playedAt: Date.UTC(2024, 4, 1, 10, 0, 59),
      msPlayed: 900,
      seen: { account: { trackId: nameId('Ann', 'Song') }, extended: { trackId: id('S') } },
    });
  });

  it('knows an account record again after its row was given a real id', () => {
    expect(outcomes(ofAccount(listed('10:00')), ofExtended(play('10:00:30')), ofAccount(listed('10:00')))).toEqual([
      ['stored'],
      ['merged'],
      ['duplicate'],
    ]);
  });

  it.each([
    ['09:59:30', 'merged'],
    ['09:59:29', 'stored'],
    ['10:01:30', 'merged'],
    ['10:01:31', 'stored'],
  ])('matches an extended record at %s to a fed play at 10:00:30: %s', (time, outcome) => {
    expect(outcomes(ofFeed(fed('10:00:30.000')), ofExtended(play(time)))[1]).toEqual([outcome]);
  });

  it('keeps the time of the feed and fills in the listening time', () => {
    const [row] = runOracle([ofFeed(fed('10:00:30.123')), ofExtended(play('10:00:31'))], NOW).rows;
    expect(row).toMatchObject({ playedAt: Date.UTC(2024, 4, 1, 10, 0, 30, 123), msPlayed: 1000, source: 'api' });
  });

  it('takes the time of the feed where the extended record came first', () => {
    const [row] = runOracle([ofExtended(play('10:00:31')), ofFeed(fed('10:00:30.123'))], NOW).rows;
    expect(row).toMatchObject({ playedAt: Date.UTC(2024, 4, 1, 10, 0, 30, 123), msPlayed: 1000, source: 'import' });
  });

  it('matches one to one, the nearest first', () => {
    const state = runOracle(
      [
        ofFeed(fed('10:00:10.000'), fed('10:00:50.000')),
        ofExtended(play('10:00:49'), play('10:00:12'), play('10:00:30')),
      ],
      NOW,
    );
    expect(state.files[1]?.outcomes).toEqual(['merged', 'merged', 'stored']);
    expect(state.rows.map((row) => row.seen.extended?.playedAt)).toEqual([
      Date.UTC(2024, 4, 1, 10, 0, 12),
      Date.UTC(2024, 4, 1, 10, 0, 49),
      Date.UTC(2024, 4, 1, 10, 0, 30),
    ]);
  });

  it('brings three sources together in one row', () => {
    const state = runOracle(
      [ofAccount(listed('10:00')), ofExtended(play('10:00:30')), ofFeed(fed('10:00:30.400'))],
      NOW,
    );
    expect(state.total).toMatchObject({ records: 3, stored: 1, merged: 2 });
    expect(state.rows).toHaveLength(1);
  });

  it('matches names without regard to case and spelling, other ids of the same names, and no other names', () => {
    expect(
      outcomes(ofAccount(listed('10:00', 'DE\u0301JA')), ofExtended(play('10:00:01', 'S', 'd\u00e9ja')))[1],
    ).toEqual(['merged']);
    expect(outcomes(ofFeed(fed('10:00:00.000', 'S')), ofExtended(play('10:00:00', 'T')))[1]).toEqual(['merged']);
    expect(outcomes(ofAccount(listed('10:00')), ofExtended(play('10:00:01', 'S', 'Song', 'Ben')))[1]).toEqual([
      'stored',
    ]);
  });
});
