import { isNameId } from '../../../../catalogue/name-id';
import { isRecord } from '../json-record';
import { parseTime } from '../timestamps';
import { type ExportFormat, registerFormat } from './export-format';

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
};

registerFormat(playledgerFormat, __filename);
