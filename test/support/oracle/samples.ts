/** Hand-written records for the specs of the oracle. */

/** An id of the platform's form for a short label, padded with zeros. */
export const id = (label: string): string => label.padEnd(22, '0');

export interface Sample {
  ts: string;
  ms: number;
  track: string;
  artist: string | null;
  album?: string | null;
  /** Short label of the id; null for a local file. */
  id: string | null;
}

export function extended({ ts, ms, track, artist, album = null, id: label }: Sample): Record<string, unknown> {
  return {
    ts,
    ms_played: ms,
    master_metadata_track_name: track,
    master_metadata_album_artist_name: artist,
    master_metadata_album_album_name: album,
    spotify_track_uri: label === null ? null : `spotify:track:${id(label)}`,
    episode_name: null,
  };
}

export function account(endTime: string, artistName: string, trackName: string, msPlayed: number) {
  return { endTime, artistName, trackName, msPlayed };
}

export function feed(playedAt: string, label: string, name: string, artist: string, durationMs: number) {
  return {
    played_at: playedAt,
    track: { id: id(label), name, artists: [{ name: artist }], album: { name: 'Album' }, duration_ms: durationMs },
  };
}
