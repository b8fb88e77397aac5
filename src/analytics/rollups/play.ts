/** What the roll-ups read of a row of the listening history. */
export interface Play {
  track: {
    platform_id: string;
    name: string;
    artist_name: string;
    album_name: string;
    duration_ms?: number;
  };
  /** The end of the play. */
  played_at: Date;
  ms_played?: number | null;
}

/** How long a play lasted: what was listened to, else the track's length, else 0, in milliseconds. */
export function timeOf(play: Play): number {
  return play.ms_played ?? play.track.duration_ms ?? 0;
}
