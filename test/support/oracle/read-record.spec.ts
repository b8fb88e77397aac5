import { nameId, readRecord } from './read-record';
import { account, extended, id, type Sample } from './samples';

const NOW = Date.UTC(2024, 4, 15, 12);
const plain: Sample = { ts: '2024-05-01T10:00:30Z', ms: 1000, track: 'Song', artist: 'Ann', album: 'Album', id: 'S' };

describe('readRecord', () => {
  it('reads a play of the extended history', () => {
    expect(readRecord('extended', extended(plain), NOW)).toEqual({
      source: 'extended',
      trackId: id('S'),
      name: 'Song',
      artist: 'Ann',
      album: 'Album',
      durationMs: 0,
      playedAt: Date.UTC(2024, 4, 1, 10, 0, 30),
      msPlayed: 1000,
    });
  });

  it('reads a play of the account data, to the minute and under a name id', () => {
    expect(readRecord('account', account('2024-05-01 10:00', 'Ann', 'Song One', 1000), NOW)).toMatchObject({
      trackId: 'name:7lCtMD6QgTdzK8fchKl03h',
      playedAt: Date.UTC(2024, 4, 1, 10),
      album: '',
    });
  });

  it('makes name ids of composed, lower-case names', () => {
    expect(nameId('ANN', 'Song One')).toBe('name:7lCtMD6QgTdzK8fchKl03h');
    expect(nameId('Zoe\u0308', 'De\u0301ja\u0300')).toBe(nameId('zo\u00eb', 'd\u00e9j\u00e0'));
  });

  it.each([
    ['a podcast', { ...extended({ ...plain, id: null }), episode_name: 'Talk' }, 'not_a_track'],
    ['a podcast with a bad date', { ...extended(plain), ts: 'never', spotify_episode_uri: 'x' }, 'not_a_track'],
    ['an audiobook', { ...extended(plain), audiobook_title: 'Book' }, 'not_a_track'],
    ['neither URI nor name', extended({ ...plain, id: null, track: '' }), 'not_a_track'],
    ['an empty object', {}, 'not_a_track'],
    ['no listening', extended({ ...plain, ms: 0 }), 'not_played'],
    ['no listening on a bad date', extended({ ...plain, ms: 0, ts: '' }), 'not_played'],
    ['negative listening', extended({ ...plain, ms: -5 }), 'invalid'],
    ['half a millisecond', extended({ ...plain, ms: 0.5 }), 'invalid'],
    ['no date', extended({ ...plain, ts: 'not a date' }), 'invalid'],
    ['the 30th of February', extended({ ...plain, ts: '2021-02-30T10:00:00Z' }), 'invalid'],
    ['a second after now', extended({ ...plain, ts: '2024-05-15T12:00:01Z' }), 'invalid'],
    ['a track name of 1,001 characters', extended({ ...plain, track: 'x'.repeat(1001) }), 'invalid'],
    ['an artist name of 1,001 characters', extended({ ...plain, artist: 'x'.repeat(1001) }), 'invalid'],
    ['an album name of 1,001 characters', extended({ ...plain, album: 'x'.repeat(1001) }), 'invalid'],
    ['more than 64 KiB', { ...extended(plain), user_agent_decrypted: 'x'.repeat(65_536) }, 'invalid'],
    ['no object', 'text', 'invalid'],
    ['null', null, 'invalid'],
  ])('skips %s', (_case, record, outcome) => {
    expect(readRecord('extended', record, NOW)).toBe(outcome);
  });

  it.each([
    ['exactly now', { ...plain, ts: '2024-05-15T12:00:00Z' }],
    ['a name of 1,000 characters', { ...plain, track: 'x'.repeat(1000) }],
    ['a leap day', { ...plain, ts: '2024-02-29T23:59:59Z' }],
    ['a local file', { ...plain, id: null }],
    ['an unknown artist', { ...plain, artist: null }],
  ])('accepts %s', (_case, sample) => {
    expect(readRecord('extended', extended(sample), NOW)).toHaveProperty('playedAt');
  });

  it.each([
    [
      'a podcast',
      { endTime: '2024-05-01 10:00', podcastName: 'Show', episodeName: 'Talk', msPlayed: 9 },
      'not_a_track',
    ],
    ['no listening', account('2024-05-01 10:00', 'Ann', 'Song', 0), 'not_played'],
    ['no such date', account('2023-02-29 10:00', 'Ann', 'Song', 9), 'invalid'],
    ['a future date', account('2024-05-15 12:01', 'Ann', 'Song', 9), 'invalid'],
  ])('skips %s in account data', (_case, record, outcome) => {
    expect(readRecord('account', record, NOW)).toBe(outcome);
  });
});
