/** What the URI of a record names. */
export type NamedByUri =
  | { kind: 'track'; trackId: string }
  /** A file of the listener's own, known by the names in its tags, '' where a tag is missing. */
  | { kind: 'local'; artistName: string; albumName: string; trackName: string }
  /** No music, in words: "podcast episode", "audiobook". */
  | { kind: 'other'; what: string };

const TRACK = /^spotify:track:([0-9A-Za-z]{22})$/;
const LOCAL = /^spotify:local:([^:]*):([^:]*):([^:]*):/;
const OTHER = /^spotify:(?!track:|local:)([a-z_]+):/;
const IN_WORDS: Readonly<Record<string, string>> = {
  episode: 'podcast episode',
  show: 'podcast episode',
  audiobook: 'audiobook',
  chapter: 'audiobook',
};

/** What a URI of the platform names; null for anything else, such as an id of the wrong length. */
export function parseTrackUri(uri: unknown): NamedByUri | null {
  if (typeof uri !== 'string') return null;
  const trackId = TRACK.exec(uri)?.[1];
  if (trackId !== undefined) return { kind: 'track', trackId };
  const [, artist, album, track] = LOCAL.exec(uri) ?? [];
  if (track !== undefined)
    return { kind: 'local', artistName: decode(artist), albumName: decode(album), trackName: decode(track) };
  const other = OTHER.exec(uri)?.[1];
  return other === undefined ? null : { kind: 'other', what: IN_WORDS[other] ?? other };
}

/** A name as it stands in a URI, percent- and plus-encoded; one that is encoded wrongly is taken as it is. */
function decode(name = ''): string {
  const spaced = name.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
