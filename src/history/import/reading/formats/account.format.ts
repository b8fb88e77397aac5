import { parseTime } from '../timestamps';
import { type ExportFormat, registerFormat, titled } from './export-format';

/** The last year by names alone, out of the platform's account data: `StreamingHistory*.json`. */
export const accountFormat: ExportFormat = {
  name: 'account',
  source: 'account',
  recognises: (record) => 'endTime' in record && 'msPlayed' in record,
  fieldsOf: (record) => ({
    trackUri: null,
    trackName: record['trackName'],
    artistName: record['artistName'],
    albumName: null,
    msPlayed: record['msPlayed'],
    endedAt: record['endTime'],
    parseTime,
    otherThanMusic: titled('podcast episode', record, ['episodeName', 'podcastName']),
  }),
};

registerFormat(accountFormat, __filename);
