/** A track as the platform's Web API shows it, as far as this platform looks at it; all other fields pass through. */
export interface ScriptedTrack {
  id: string;
  name: string;
  artists: { id: string; name: string }[];
  [field: string]: unknown;
}

/** A playlist of whoever asks. */
export interface ScriptedPlaylist {
  id: string;
  name: string;
  tracks: { id: string; name: string; artist: string; album: string; duration: number }[];
  /** HTTP status of a read of its entries: they are given with 200, refused with any other. */
  status: number;
}

/** What the platform answers with; everything else is unknown to it. */
export interface PlatformScript {
  /** Entries of the recently-played feed, word for word. */
  feed?: readonly unknown[];
  /** Tracks that lookups and searches find. */
  tracks?: readonly ScriptedTrack[];
  playlists?: readonly ScriptedPlaylist[];
}
