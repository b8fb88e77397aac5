import { createHash } from 'node:crypto';
import type { RealPlays, Report } from './report';
import type { Reporter } from './groups';
import { foldedNames } from './spellings';

/** A file of an export. */
export interface ExportFile {
  name: string;
  content: string;
}

const NO_NAMES = {
  master_metadata_track_name: null,
  master_metadata_album_artist_name: null,
  master_metadata_album_album_name: null,
};

/** The files in which exports report plays, by who reports them. */
export function exportFiles({ reports }: RealPlays): Record<Exclude<Reporter, 'feed'>, ExportFile> {
  const file = (name: string, records: readonly object[]): ExportFile => ({ name, content: JSON.stringify(records) });
  return {
    extended: file('Streaming_History_Audio_2021_0.json', reports.extended.map(toExtendedRecord)),
    relinked: file('Streaming_History_Audio_2021_1.json', reports.relinked.map(toExtendedRecord)),
    old: file('endsong_0.json', reports.old.map(toOldRecord)),
    account: file('StreamingHistory_music_0.json', reports.account.map(toAccountRecord)),
  };
}

/** Entries of the recently-played feed, newest first. */
export function feedItems({ reports }: RealPlays): object[] {
  return reports.feed.toReversed().map(({ trackId, trackName, artistName, albumName, durationMs, at }) => ({
    track: {
      id: trackId,
      type: 'track',
      name: trackName,
      duration_ms: durationMs,
      artists: [{ id: idOf(foldedNames(artistName, '')), name: artistName, type: 'artist' }],
      album: { id: idOf(foldedNames(artistName, albumName)), name: albumName, images: [] },
    },
    played_at: new Date(at).toISOString(),
    context: null,
  }));
}

/** An id in the platform's form that is always the same for a name. */
function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 22);
}

function toOldRecord({ trackName, artistName, albumName, at, msPlayed }: Report): object {
  return {
    ts: `${new Date(at).toISOString().slice(0, 19)}Z`,
    username: 'listener',
    ms_played: msPlayed,
    master_metadata_track_name: trackName,
    master_metadata_album_artist_name: artistName,
    master_metadata_album_album_name: albumName,
    reason_end: 'trackdone',
  };
}

function toExtendedRecord(report: Report): object {
  const uri = report.isLocal ? localUri(report) : `spotify:track:${report.trackId ?? ''}`;
  const named = report.isUnnamed ? NO_NAMES : {};
  return { ...toOldRecord(report), ...named, spotify_track_uri: uri, episode_name: null, spotify_episode_uri: null };
}

function localUri({ artistName, albumName, trackName, durationMs }: Report): string {
  const parts = [artistName, albumName, trackName].map((name) => encodeURIComponent(name).replaceAll('%20', '+'));
  return ['spotify', 'local', ...parts, Math.floor(durationMs / 1000)].join(':');
}

function toAccountRecord({ trackName, artistName, at, msPlayed }: Report): object {
  const endTime = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  return { endTime, artistName, trackName, msPlayed };
}
