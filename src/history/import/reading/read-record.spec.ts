import { accountRecord, extendedRecord } from '../../../../test/support/small-uploads';
import { accountFormat } from './formats/account.format';
import type { ExportFormat } from './formats/export-format';
import { extendedFormat } from './formats/extended.format';
import { readRecord } from './read-record';

const NOW = Date.UTC(2024, 4, 15, 12);

const read = (record: unknown, format: ExportFormat = extendedFormat) =>
  readRecord(Buffer.from(JSON.stringify(record)), format, NOW);

describe('readRecord of the extended history', () => {
  it('keeps of a play what the history stores, and nothing that tells on the listener', () => {
    expect(read(extendedRecord())).toEqual({
      trackId: '0123456789abcdefghijAB',
      trackName: 'Song',
      artistName: 'Ann',
      albumName: 'Album',
      msPlayed: 200_000,
      playedAt: Date.UTC(2023, 3, 1, 8, 15, 30),
    });
  });

  it('brings names into NFC', () => {
    const decomposed = {
      master_metadata_track_name: 'De\u0301ja\u0300',
      master_metadata_album_artist_name: 'Zoe\u0308',
    };
    expect(read(extendedRecord(decomposed))).toMatchObject({ trackName: 'D\u00e9j\u00e0', artistName: 'Zo\u00eb' });
  });

  it('takes a play whose names are unknown, as long as it has an id', () => {
    const nameless = {
      master_metadata_track_name: null,
      master_metadata_album_artist_name: null,
      master_metadata_album_album_name: undefined,
    };
    expect(read(extendedRecord(nameless))).toMatchObject({ trackName: '', artistName: '', albumName: '' });
  });

  it.each([null, undefined, '', 'spotify:local:Ann:Album:Song:200', 'spotify:track:tooshort'])(
    'takes a play known by name alone, with the address %j',
    (uri) => {
      expect(read(extendedRecord({ spotify_track_uri: uri }))).toMatchObject({ trackId: null, trackName: 'Song' });
    },
  );

  it('takes the names of a local file that its record lacks from its address', () => {
    const uri = 'spotify:local:Zo%C3%AB+%26+Ann:An+Album:A+Song%3A+II:200';
    const unnamed = { spotify_track_uri: uri, master_metadata_track_name: null, master_metadata_album_artist_name: '' };
    expect(read(extendedRecord(unnamed))).toMatchObject({
      trackId: null,
      trackName: 'A Song: II',
      artistName: 'Zo\u00eb & Ann',
      albumName: 'Album',
    });
    expect(read(extendedRecord({ spotify_track_uri: uri }))).toMatchObject({ trackName: 'Song', artistName: 'Ann' });
  });

  const named = (trackName: string, artistName: string, uri: string | null) =>
    read(
      extendedRecord({
        spotify_track_uri: uri,
        master_metadata_track_name: trackName,
        master_metadata_album_artist_name: artistName,
      }),
    );
  it('takes a placeholder alone for a blank name', () => {
    expect(named('Song', 'Unknown Artist', null)).toMatchObject({ trackName: 'Song', artistName: '' });
    expect(named('Unknown Track', 'Ann', null)).toMatchObject({ skipped: 'not_a_track' });
  });

  it('leaves a song its name if it is really called like a placeholder, which its address shows', () => {
    for (const uri of ['spotify:track:0123456789abcdefghijAB', 'spotify:local:a:b:c:200'])
      expect(named('Unknown Track', 'Unknown Artist', uri)).toMatchObject({
        trackName: 'Unknown Track',
        artistName: 'Unknown Artist',
      });
  });

  it.each([
    ['a play that ended just now', { ts: '2024-05-15T12:00:00Z' }],
    ['a play of the first day that there was any history', { ts: '2002-10-01T00:00:00Z' }],
    ['a play that is past by its offset', { ts: '2024-05-15T14:00:00+02:00' }],
    ['a play of 1 ms', { ms_played: 1 }],
    ['names of 1,000 characters', { master_metadata_album_artist_name: 'x'.repeat(1_000) }],
    ['a music video', { platform: 'video', reason_start: null, shuffle: null, offline_timestamp: 1_680_000_000_000 }],
  ])('takes %s', (_case, changes) => {
    expect(read(extendedRecord(changes))).toHaveProperty('playedAt');
  });

  const noTrack = { master_metadata_track_name: null, spotify_track_uri: null };
  const episodeUri = 'spotify:episode:0123456789abcdefghijAB';
  it.each([
    ['an episode', { ...noTrack, episode_name: 'Talk' }, 'podcast episode "Talk"'],
    [
      'an episode without a name',
      { ...noTrack, spotify_episode_uri: 'spotify:episode:1' },
      'podcast episode "spotify:episode:1"',
    ],
    ['an audiobook', { ...noTrack, audiobook_title: 'Book' }, 'audiobook "Book"'],
    ['a chapter', { ...noTrack, audiobook_chapter_uri: 'spotify:episode:2' }, 'audiobook "spotify:episode:2"'],
    [
      'an episode in the place of a track, names and all',
      { spotify_track_uri: episodeUri },
      `podcast episode "${episodeUri}"`,
    ],
    [
      'an audiobook in the place of a track',
      { spotify_track_uri: 'spotify:audiobook:1' },
      'audiobook "spotify:audiobook:1"',
    ],
    ['an episode beside track names', { spotify_episode_uri: episodeUri }, `podcast episode "${episodeUri}"`],
    ['neither address nor name', noTrack, 'names no track'],
    [
      'a local file that has no name anywhere',
      { ...noTrack, spotify_track_uri: 'spotify:local:Ann:::200' },
      'names no track',
    ],
    [
      'the placeholders of lost names',
      {
        spotify_track_uri: null,
        master_metadata_track_name: 'Unknown Track',
        master_metadata_album_artist_name: 'Unknown Artist',
      },
      'names no track',
    ],
    [
      'an episode in the place of a track, not played and on a bad date',
      { spotify_track_uri: episodeUri, ms_played: 0, ts: 'never' },
      `podcast episode "${episodeUri}"`,
    ],
    [
      'an episode of 0 ms on a bad date',
      { ...noTrack, episode_name: 'Talk', ms_played: 0, ts: 'never' },
      'podcast episode "Talk"',
    ],
  ])('skips %s as no track', (_case, changes, detail) => {
    expect(read(extendedRecord(changes))).toEqual({ skipped: 'not_a_track', detail });
  });

  it.each([
    ['0 ms', { ms_played: 0 }, '"Song" was played for 0 ms'],
    ['0 ms on a bad date', { ms_played: 0, ts: 'never' }, '"Song" was played for 0 ms'],
    [
      '0 ms of a track without a name',
      { ms_played: 0, master_metadata_track_name: null },
      '"spotify:track:0123456789abcdefghijAB" was played for 0 ms',
    ],
  ])('skips %s as not played', (_case, changes, detail) => {
    expect(read(extendedRecord(changes))).toEqual({ skipped: 'not_played', detail });
  });

  it.each([
    ['a date that is none', { ts: 'never' }, '"never" is not a date and time'],
    ['no date', { ts: null }, 'nothing is not a date and time'],
    ['a number for a date', { ts: 1_680_000_000 }, '1680000000 is not a date and time'],
    ['a date of long ago', { ts: '0099-12-31T12:00:00Z' }, '"0099-12-31T12:00:00Z" lies before October 2002'],
    [
      'a date just before there was any history',
      { ts: '2002-10-01T00:59:59+01:00' },
      '"2002-10-01T00:59:59+01:00" lies before October 2002',
    ],
    [
      'a date that is in the future by its offset',
      { ts: '2024-05-15T09:00:00-04:00' },
      '"2024-05-15T09:00:00-04:00" lies in the future',
    ],
    ['a future date', { ts: '2024-05-15T12:00:01Z' }, '"2024-05-15T12:00:01Z" lies in the future'],
    ['negative ms', { ms_played: -1 }, '-1 is not a number of milliseconds played'],
    ['half a ms', { ms_played: 0.5 }, '0.5 is not a number of milliseconds played'],
    ['ms as text', { ms_played: '200' }, '"200" is not a number of milliseconds played'],
    ['unknown ms', { ms_played: null }, 'nothing is not a number of milliseconds played'],
    ['a month of listening', { ms_played: 2 ** 31 }, '2147483648 is not a number of milliseconds played'],
    ['nested ms', { ms_played: [[[1]]] }, 'a list or object is not a number of milliseconds played'],
    [
      'a name of 1,001 characters of two units each',
      { master_metadata_track_name: '🎵'.repeat(1_001) },
      'a name that is not text, or longer than 1000 characters',
    ],
    [
      'a name of 1,001 characters',
      { master_metadata_album_album_name: 'x'.repeat(1_001) },
      'a name that is not text, or longer than 1000 characters',
    ],
    [
      'a name that is a number',
      { master_metadata_track_name: 7 },
      'a name that is not text, or longer than 1000 characters',
    ],
  ])('skips %s as invalid', (_case, changes, detail) => {
    expect(read(extendedRecord(changes))).toEqual({ skipped: 'invalid', detail });
  });

  it('takes a name of 1,000 characters, however long each is', () => {
    expect(read(extendedRecord({ master_metadata_track_name: '🎵'.repeat(1_000) }))).not.toHaveProperty('skipped');
  });

  it('quotes at the most 100 characters of the file', () => {
    const detail = `"${'x'.repeat(100)}" is not a date and time`;
    expect(read(extendedRecord({ ts: 'x'.repeat(5_000) }))).toEqual({ skipped: 'invalid', detail });
  });
});

describe('readRecord of account data', () => {
  it('reads a play, to the minute and without an id', () => {
    expect(read(accountRecord(), accountFormat)).toEqual({
      trackId: null,
      trackName: 'Song',
      artistName: 'Ann',
      albumName: '',
      msPlayed: 200_000,
      playedAt: Date.UTC(2023, 3, 1, 8, 15),
    });
  });

  it.each([
    [
      'an episode',
      { trackName: undefined, artistName: undefined, podcastName: 'Show', episodeName: 'Talk' },
      'not_a_track',
    ],
    ['a record without a track name', { trackName: null }, 'not_a_track'],
    ['0 ms', { msPlayed: 0 }, 'not_played'],
    ['the placeholders', { artistName: 'Unknown Artist', trackName: 'Unknown Track' }, 'not_a_track'],
    ['an impossible date', { endTime: '2023-02-29 08:15' }, 'invalid'],
    ['a future date', { endTime: '2024-05-15 12:01' }, 'invalid'],
  ])('skips %s', (_case, changes, skipped) => {
    expect(read(accountRecord(changes), accountFormat)).toMatchObject({ skipped });
  });
});

describe('readRecord of what is no record', () => {
  const secret = JSON.stringify(extendedRecord()).replace('"ms_played"', 'ms_played');
  it.each([
    ['malformed JSON', Buffer.from(secret)],
    ['a number', Buffer.from('12')],
    ['null', Buffer.from('null')],
    ['a list', Buffer.from('[{}]')],
    ['invalid UTF-8', Buffer.from(JSON.stringify(extendedRecord()).replace('Song', 'S\u00f6ng'), 'latin1')],
    ['60,000 brackets', Buffer.from('['.repeat(30_000) + ']'.repeat(30_000))],
  ])('skips %s without quoting it', (_case, bytes) => {
    expect(readRecord(bytes, extendedFormat, NOW)).toEqual({ skipped: 'invalid', detail: 'not readable as a record' });
  });

  it('skips a record that was too long to keep', () => {
    expect(readRecord(null, extendedFormat, NOW)).toEqual({ skipped: 'invalid', detail: 'longer than 64 KiB' });
  });
});
