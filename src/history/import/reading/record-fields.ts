import type { HistoryFormat } from './imported-play';
import type { JsonRecord } from './json-record';
import { parseAccountTime, parseExtendedTime } from './timestamps';

/** The fields of a record that a play is made of, as the file gives them: any may be missing, or of any type. */
export interface RecordFields {
  trackUri: unknown;
  trackName: unknown;
  artistName: unknown;
  albumName: unknown;
  msPlayed: unknown;
  /** The end of the play. */
  endedAt: unknown;
  parseTime: (text: string) => number | null;
  /** What was heard, where the record says that it was no music: "podcast episode", "audiobook"; else null. */
  otherThanMusic: { kind: string; title: unknown } | null;
}

/** Which export a record comes from, told by the fields that no other file of an export has together; null for none. */
export function recogniseFormat(record: JsonRecord): HistoryFormat | null {
  if ('ts' in record && 'ms_played' in record) return 'extended';
  if ('endTime' in record && 'msPlayed' in record) return 'account';
  return null;
}

export function fieldsOf(record: JsonRecord, format: HistoryFormat): RecordFields {
  return format === 'extended' ? extendedFields(record) : accountFields(record);
}

function extendedFields(record: JsonRecord): RecordFields {
  return {
    trackUri: record['spotify_track_uri'],
    trackName: record['master_metadata_track_name'],
    artistName: record['master_metadata_album_artist_name'],
    albumName: record['master_metadata_album_album_name'],
    msPlayed: record['ms_played'],
    endedAt: record['ts'],
    parseTime: parseExtendedTime,
    otherThanMusic:
      titled('podcast episode', record, ['episode_name', 'episode_show_name', 'spotify_episode_uri']) ??
      titled('audiobook', record, [
        'audiobook_title',
        'audiobook_chapter_title',
        'audiobook_uri',
        'audiobook_chapter_uri',
      ]),
  };
}

function accountFields(record: JsonRecord): RecordFields {
  return {
    trackUri: null,
    trackName: record['trackName'],
    artistName: record['artistName'],
    albumName: null,
    msPlayed: record['msPlayed'],
    endedAt: record['endTime'],
    parseTime: parseAccountTime,
    otherThanMusic: titled('podcast episode', record, ['episodeName', 'podcastName']),
  };
}

/** The first of the fields that holds anything; none of them does in a record of a track. */
function titled(kind: string, record: JsonRecord, fields: readonly string[]): RecordFields['otherThanMusic'] {
  for (const field of fields) {
    const title = record[field];
    if (title !== null && title !== undefined && title !== '') return { kind, title };
  }
  return null;
}
