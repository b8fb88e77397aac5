import { normaliseName } from '../../../common/text';
import type { ArchivedPlay } from '../../matching/reported-play';
import type { ExportFormat, RecordFields } from './formats/export-format';
import type { ImportedPlay, SkippedRecord, SkipReason } from './imported-play';
import { parseRecord } from './json-record';
import { MAX_RECORD_BYTES } from './split-record';
import { type NamedByUri, parseTrackUri } from './track-uri';

const MAX_NAME_CHARACTERS = 1_000;
/** The longest that a play can be, ms: what 32 bits hold, nearly 25 days. */
const MAX_MS_PLAYED = 2 ** 31 - 1;
/** No service recorded plays before October 2002; an earlier time is that of a clock that was never set. */
const EARLIEST_PLAY = Date.UTC(2002, 9, 1);
const MAX_QUOTED_CHARACTERS = 100;

/** What the export writes for names that it has lost. */
const UNKNOWN_TRACK = 'Unknown Track';
const UNKNOWN_ARTIST = 'Unknown Artist';

/** The names of a record: '' when there is none, null when it cannot be a name. */
interface RecordNames {
  trackName: string | null;
  artistName: string | null;
  albumName: string | null;
}

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
  const named = parseTrackUri(fields.trackUri);
  const names = namesOf(fields, named);
  const read = notATrack(fields, named, names) ?? notPlayed(fields) ?? readPlay(fields, named, names, format, now);
  return 'skipped' in read || format.archivedOf === undefined
    ? read
    : withReports(read, format.archivedOf(record), now);
}

/** Adds what several sources have reported to a play of our own archive. */
function withReports(play: ImportedPlay, archived: ArchivedPlay | null, now: number): ImportedPlay | SkippedRecord {
  if (archived === null) return skip('invalid', 'does not say who has reported the play, and when');
  const isPossible = archived.reports.every(({ playedAt }) => playedAt >= EARLIEST_PLAY && playedAt <= now);
  return isPossible ? { ...play, archived } : skip('invalid', 'reported at a time that cannot be');
}

function notATrack(
  { trackUri, otherThanMusic }: RecordFields,
  named: NamedByUri | null,
  { trackName }: RecordNames,
): SkippedRecord | null {
  if (otherThanMusic !== null) return skip('not_a_track', `${otherThanMusic.kind} ${quote(otherThanMusic.title)}`);
  if (named?.kind === 'other') return skip('not_a_track', `${named.what} ${quote(trackUri)}`);
  return trackName === '' && named?.kind !== 'track' ? skip('not_a_track', 'names no track') : null;
}

function notPlayed({ msPlayed, trackName, trackUri }: RecordFields): SkippedRecord | null {
  return msPlayed === 0
    ? skip('not_played', `${quote(isAbsent(trackName) ? trackUri : trackName)} was played for 0 ms`)
    : null;
}

function readPlay(
  { msPlayed, endedAt, parseTime }: RecordFields,
  named: NamedByUri | null,
  { trackName, artistName, albumName }: RecordNames,
  { mayLackDuration }: ExportFormat,
  now: number,
): ImportedPlay | SkippedRecord {
  if (!isDuration(msPlayed) && !(mayLackDuration === true && msPlayed === null))
    return skip('invalid', `${quote(msPlayed)} is not a number of milliseconds played`);

  const playedAt = typeof endedAt === 'string' ? parseTime(endedAt) : null;
  if (playedAt === null) return skip('invalid', `${quote(endedAt)} is not a date and time`);
  if (playedAt < EARLIEST_PLAY) return skip('invalid', `${quote(endedAt)} lies before October 2002`);
  if (playedAt > now) return skip('invalid', `${quote(endedAt)} lies in the future`);

  if (trackName === null || artistName === null || albumName === null) {
    return skip('invalid', `a name that is not text, or longer than ${MAX_NAME_CHARACTERS} characters`);
  }
  const trackId = named?.kind === 'track' ? named.trackId : null;
  return { trackId, trackName, artistName, albumName, msPlayed, playedAt };
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_MS_PLAYED;
}

/**
 * A local file has the names of its URI if the record has none. Without a URI the export's placeholders are no names; with
 * one they may be what the song is called.
 */
function namesOf(fields: RecordFields, named: NamedByUri | null): RecordNames {
  const trackName = readName(fields.trackName);
  const artistName = readName(fields.artistName);
  const albumName = readName(fields.albumName);
  if (named?.kind === 'local') {
    return {
      trackName: trackName === '' ? readName(named.trackName) : trackName,
      artistName: artistName === '' ? readName(named.artistName) : artistName,
      albumName: albumName === '' ? readName(named.albumName) : albumName,
    };
  }
  if (named !== null) return { trackName, artistName, albumName };
  return {
    trackName: trackName === UNKNOWN_TRACK ? '' : trackName,
    artistName: artistName === UNKNOWN_ARTIST ? '' : artistName,
    albumName,
  };
}

/** A name ready to be stored, '' when there is none; null when it cannot be one. */
export function readName(value: unknown): string | null {
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
