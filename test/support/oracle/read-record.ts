import { createHash } from 'node:crypto';
import { tidy } from './names';
import type { OracleFile, ReadPlay, SkipReason } from './types';

const MAX_RECORD_BYTES = 64 * 1024;
const MAX_NAME_LENGTH = 1000;

/** Thrown where a record's fields are of types that no rule speaks of; reads as `invalid`. */
class Unreadable extends Error {}

type Fields = Record<string, unknown>;

/** A text field; null and absent are both the empty text. Names are as they are kept from here on. */
function text(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new Unreadable(`${name} is not a text`);
  return tidy(value);
}

function milliseconds(fields: Fields, name: string): number | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new Unreadable(`${name} is no duration`);
  return value;
}

/** The instant of a UTC date and time whose parts all exist in the calendar. */
function instant(value: string, pattern: RegExp): number {
  const match = pattern.exec(value);
  if (match === null) throw new Unreadable('not a date');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part));
  const millis = Number((match[7] ?? '').padEnd(3, '0'));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millis));
  const same =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  if (!same) throw new Unreadable('no such date');
  return date.getTime();
}

const EXACT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?Z$/;
const TO_THE_MINUTE = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/;

/** The id of a track that is known by name alone. */
export function nameId(artist: string, track: string): string {
  const key = `${artist}\n${track}`.normalize('NFC').toLowerCase();
  return `name:${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`;
}

function checkedPlay(play: ReadPlay, record: Fields, now: number): ReadPlay | SkipReason {
  if (play.playedAt > now) return 'invalid';
  if ([play.name, play.artist, play.album].some((name) => name.length > MAX_NAME_LENGTH)) return 'invalid';
  if (Buffer.byteLength(JSON.stringify(record)) > MAX_RECORD_BYTES) return 'invalid';
  return play;
}

const NOT_A_TRACK_FIELDS = [
  'episode_name',
  'episode_show_name',
  'spotify_episode_uri',
  'audiobook_title',
  'audiobook_uri',
  'audiobook_chapter_uri',
  'audiobook_chapter_title',
];

function readExtended(record: Fields, now: number): ReadPlay | SkipReason {
  if (NOT_A_TRACK_FIELDS.some((field) => text(record, field) !== '')) return 'not_a_track';
  const id = /^spotify:track:([0-9A-Za-z]{22})$/.exec(text(record, 'spotify_track_uri'))?.[1];
  const name = text(record, 'master_metadata_track_name');
  const artist = text(record, 'master_metadata_album_artist_name');
  if (id === undefined && name === '') return 'not_a_track';
  const msPlayed = record['ms_played'] === 0 ? 0 : milliseconds(record, 'ms_played');
  if (msPlayed === 0) return 'not_played';
  const play: ReadPlay = {
    source: 'extended',
    trackId: id ?? nameId(artist, name),
    name,
    artist,
    album: text(record, 'master_metadata_album_album_name'),
    durationMs: 0,
    playedAt: instant(text(record, 'ts'), EXACT),
    msPlayed,
  };
  return checkedPlay(play, record, now);
}

function readAccount(record: Fields, now: number): ReadPlay | SkipReason {
  if (text(record, 'podcastName') !== '' || text(record, 'episodeName') !== '') return 'not_a_track';
  const name = text(record, 'trackName');
  const artist = text(record, 'artistName');
  if (name === '') return 'not_a_track';
  const msPlayed = milliseconds(record, 'msPlayed');
  if (msPlayed === 0) return 'not_played';
  const playedAt = instant(text(record, 'endTime'), TO_THE_MINUTE);
  const trackId = nameId(artist, name);
  const play: ReadPlay = { source: 'account', trackId, name, artist, album: '', durationMs: 0, playedAt, msPlayed };
  return checkedPlay(play, record, now);
}

function object(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable('not an object');
  return value as Fields;
}

function readFeed(record: Fields, now: number): ReadPlay | SkipReason {
  const track = object(record['track']);
  const id = text(track, 'id');
  if (id === '') return 'not_a_track';
  const artists: unknown = track['artists'];
  const primary: unknown = Array.isArray(artists) ? artists[0] : undefined;
  const play: ReadPlay = {
    source: 'api',
    trackId: id,
    name: text(track, 'name'),
    artist: primary === undefined ? '' : text(object(primary), 'name'),
    album: track['album'] === undefined ? '' : text(object(track['album']), 'name'),
    durationMs: milliseconds(track, 'duration_ms') ?? 0,
    playedAt: instant(text(record, 'played_at'), EXACT),
    msPlayed: null,
  };
  return play.playedAt > now ? 'invalid' : play;
}

/**
 * Reads one record by the order of the rules: not a track, not played, invalid. A later rule is not asked where an
 * earlier one has answered, so a podcast with a bad date is a podcast.
 */
export function readRecord(format: OracleFile['format'], record: unknown, now: number): ReadPlay | SkipReason {
  const read = { extended: readExtended, account: readAccount, feed: readFeed }[format];
  try {
    return read(object(record), now);
  } catch (error) {
    if (error instanceof Unreadable) return 'invalid';
    throw error;
  }
}
