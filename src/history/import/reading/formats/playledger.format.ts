import { isNameId } from '../../../../catalogue/name-id';
import type { ArchivedPlay } from '../../../matching/reported-play';
import { type PlaySource, SOURCES_BY_EXACTNESS, SOURCES_BY_LENGTH } from '../../../play-source';
import { isRecord, type JsonRecord } from '../json-record';
import { readName } from '../read-record';
import { parseTime } from '../timestamps';
import { type ExportFormat, registerFormat } from './export-format';

const TRACK_ID = /^[0-9A-Za-z]{22}$/;
/** Addresses of pictures and of what a play belonged to are shorter. */
const LONGEST_TEXT = 2_000;

/** The history as this service exports it itself: `history.jsonl`, a stored play a line. */
export const playledgerFormat: ExportFormat = {
  name: 'playledger',
  source: 'extended',
  mayLackDuration: true,
  recognises: (record) => 'track' in record && 'played_at' in record && 'seen' in record,
  fieldsOf: (record) => {
    const track = isRecord(record['track']) ? record['track'] : {};
    const id = track['platform_id'];
    return {
      trackUri: typeof id === 'string' && !isNameId(id) ? `spotify:track:${id}` : null,
      trackName: track['name'],
      artistName: track['artist_name'],
      albumName: track['album_name'],
      msPlayed: record['ms_played'],
      endedAt: record['played_at'],
      parseTime,
      otherThanMusic: null,
    };
  },
  archivedOf: (record) => {
    const seen = objectAt(record, 'seen');
    const reports = SOURCES_BY_EXACTNESS.filter((source) => seen[source] !== undefined).map((source) =>
      reportOf(record, source),
    );
    if (reports.length === 0 || reports.includes(null)) return null;
    return {
      source: record['source'] === 'api' ? 'api' : 'import',
      reports: reports.filter((report) => report !== null),
    };
  },
};

registerFormat(playledgerFormat, __filename);

type SourceReport = ArchivedPlay['reports'][number];

/** What one source has reported of a stored play: what the row says, unless it says something else of this source. */
function reportOf(row: JsonRecord, source: PlaySource): SourceReport | null {
  const track = objectAt(row, 'track');
  const names = objectAt(objectAt(row, 'reported_names'), source);
  const id = objectAt(row, 'reported_as')[source] ?? track['platform_id'];
  const time = objectAt(row, 'seen')[source];
  const playedAt = typeof time === 'string' ? parseTime(time) : null;
  const trackName = readName(names['track'] ?? track['name']);
  const artistName = readName(names['artist'] ?? track['artist_name']);
  const albumName = readName(names['album'] ?? track['album_name']);
  if (playedAt === null || trackName === null || artistName === null || albumName === null) return null;
  return {
    source,
    trackId: typeof id === 'string' && TRACK_ID.test(id) ? id : null,
    trackName,
    artistName,
    albumName,
    playedAt,
    msPlayed: msReportedBy(row, source),
    albumImageUrl: textOf(track['album_image_url']),
    durationMs: countOf(track['duration_ms']) ?? 0,
    contextType: textOf(row['context_type']),
    contextUri: textOf(row['context_uri']),
  };
}

function msReportedBy(row: JsonRecord, source: PlaySource): number | null {
  const seen = objectAt(row, 'seen');
  const decisive = SOURCES_BY_LENGTH.find((each) => seen[each] !== undefined);
  return countOf(source === decisive ? row['ms_played'] : objectAt(row, 'reported_ms')[source]);
}

function objectAt(record: JsonRecord, field: string): JsonRecord {
  const value = record[field];
  return isRecord(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT ? value : '';
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}
