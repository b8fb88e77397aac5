import { parseTime } from '../timestamps';
import { type ExportFormat, registerFormat, titled } from './export-format';

/** The platform's whole history with track ids: `Streaming_History_Audio_*.json`, and `endsong_*.json` of older exports. */
export const extendedFormat: ExportFormat = {
  name: 'extended',
  source: 'extended',
  recognises: (record) => 'ts' in record && 'ms_played' in record,
  fieldsOf: (record) => ({
    trackUri: record['spotify_track_uri'],
    trackName: record['master_metadata_track_name'],
    artistName: record['master_metadata_album_artist_name'],
    albumName: record['master_metadata_album_album_name'],
    msPlayed: record['ms_played'],
    endedAt: record['ts'],
    parseTime,
    otherThanMusic:
      titled('podcast episode', record, ['episode_name', 'episode_show_name', 'spotify_episode_uri']) ??
      titled('audiobook', record, [
        'audiobook_title',
        'audiobook_chapter_title',
        'audiobook_uri',
        'audiobook_chapter_uri',
      ]),
  }),
};

registerFormat(extendedFormat, __filename);
