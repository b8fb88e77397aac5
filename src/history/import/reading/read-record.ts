import { normaliseName } from '../../../common/text';
import type { ExportFormat, RecordFields } from './formats/export-format';
import type { ImportedPlay, SkippedRecord, SkipReason } from './imported-play';
import { parseRecord } from './json-record';
import { MAX_RECORD_BYTES } from './split-record';

const MAX_NAME_CHARACTERS = 1_000;
/** The longest that a play can be, ms: what 32 bits hold, nearly 25 days. */
const MAX_MS_PLAYED = 2 ** 31 - 1;
const MAX_QUOTED_CHARACTERS = 100;

const TRACK_URI = /^spotify:track:([0-9A-Za-z]{22})$/;

/**
 * What one record of an export file says: a play, or why it is none. A record that is no track is told first, then one
 * that was not played, then what cannot be read, so that a podcast with a bad date still counts as a podcast.
 *
 * @param bytes the record as it stands in the file, or null when it is longer than MAX_RECORD_BYTES
 * @param now   ms since 1970; a play that ends later is invalid
 */
export function readRecord(bytes: Buffer | null, format: ExportFormat, now: number): ImportedPlay | SkippedRecord {
  if (bytes === null) return skip('invalid', `longer than ${MAX_RECORD_BYTES / 1024} KiB`);
  const record = parseRecord(bytes);
  if (record === null) return skip('invalid', 'not readable as a record');

  const fields = format.fieldsOf(record);
  return notATrack(fields) ?? notPlayed(fields) ?? readPlay(fields, now);
}

function notATrack({ trackUri, trackName, otherThanMusic }: RecordFields): SkippedRecord | null {
  if (otherThanMusic !== null) return skip('not_a_track', `${otherThanMusic.kind} ${quote(otherThanMusic.title)}`);
  const named = !isAbsent(trackName) || trackIdOf(trackUri) !== null;
  return named ? null : skip('not_a_track', 'names no track');
}

function notPlayed({ msPlayed, trackName, trackUri }: RecordFields): SkippedRecord | null {
  return msPlayed === 0
    ? skip('not_played', `${quote(isAbsent(trackName) ? trackUri : trackName)} was played for 0 ms`)
    : null;
}

function readPlay(fields: RecordFields, now: number): ImportedPlay | SkippedRecord {
  const { msPlayed, endedAt } = fields;
  if (!isDuration(msPlayed)) return skip('invalid', `${quote(msPlayed)} is not a number of milliseconds played`);

  const playedAt = typeof endedAt === 'string' ? fields.parseTime(endedAt) : null;
  if (playedAt === null) return skip('invalid', `${quote(endedAt)} is not a date and time`);
  // The time of a clock that was never set. Roll-ups have no earlier months.
  if (playedAt < 0) return skip('invalid', `${quote(endedAt)} lies before 1970`);
  if (playedAt > now) return skip('invalid', `${quote(endedAt)} lies in the future`);

  const trackName = readName(fields.trackName);
  const artistName = readName(fields.artistName);
  const albumName = readName(fields.albumName);
  if (trackName === null || artistName === null || albumName === null) {
    return skip('invalid', `a name that is not text, or longer than ${MAX_NAME_CHARACTERS} characters`);
  }
  return { trackId: trackIdOf(fields.trackUri), trackName, artistName, albumName, msPlayed, playedAt };
}

/** The id in a track's address. Files of the listener's own have addresses without one, and are known by name alone. */
function trackIdOf(uri: unknown): string | null {
  return typeof uri === 'string' ? (TRACK_URI.exec(uri)?.[1] ?? null) : null;
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_MS_PLAYED;
}

/** A name ready to be stored, '' when there is none; null when it cannot be one. */
function readName(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return null;
  const name = normaliseName(value);
  return lengthOf(name) > MAX_NAME_CHARACTERS ? null : name;
}

/** In characters; most names are short however they are counted. */
function lengthOf(name: string): number {
  return name.length > MAX_NAME_CHARACTERS ? Array.from(name).length : name.length;
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function skip(skipped: SkipReason, detail: string): SkippedRecord {
  return { skipped, detail };
}

/** A value of the file inside a sentence, cut short. */
function quote(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_QUOTED_CHARACTERS));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? 'nothing' : 'a list or object';
}
