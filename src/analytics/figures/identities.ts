import { matchKey } from '../../common/text';

/** An artist or an album, as the catalogue knows it of a track. */
export class KnownItem {
  private folded: string | undefined;

  /** @param id the platform's */
  constructor(
    readonly id: string,
    readonly name: string,
  ) {}

  /** What its name is compared by. */
  get key(): string {
    return (this.folded ??= matchKey(this.name));
  }

  /** Whether this is how the item is spelled, too. */
  isNamed(name: string): boolean {
    return name === this.name || matchKey(name) === this.key;
  }
}

/** What the catalogue has for tracks: their primary artist and their album; null for one of which it has no id. */
export interface TrackIdentity {
  artist: KnownItem | null;
  album: KnownItem | null;
}

/** In place of an id where several have the same name. */
const SEVERAL = null;

/**
 * Who the artists are, and which the albums, of the tracks that a user has played. What the catalogue has no id for
 * belongs to the only id of the same name, if there is one.
 */
export class Identities {
  private artistIds: Map<string, string | null> | undefined;
  private albumIds: Map<string, string | null> | undefined;

  /** @param byTrack of all tracks that the user has played and the platform has told of; tracks share what is equal */
  constructor(private readonly byTrack: ReadonlyMap<string, TrackIdentity>) {}

  ofTrack(trackId: string): TrackIdentity | undefined {
    return this.byTrack.get(trackId);
  }

  /**
   * The one artist of a name.
   * @param key of the name; there is none without a name
   */
  artistNamed(key: string): string | null {
    if (key === '') return null;
    this.artistIds ??= this.idsByKey(({ artist }) => artist && [artist.key, artist.id]);
    return this.artistIds.get(key) ?? null;
  }

  /**
   * The one album of a name by an artist.
   * @param artist the artist's id, or the key of the name where there is none
   */
  albumNamed(key: string, artist: string): string | null {
    if (key === '') return null;
    this.albumIds ??= this.idsByKey(({ album, artist: by }) => album && [albumKey(album.key, by?.id ?? ''), album.id]);
    return this.albumIds.get(albumKey(key, artist)) ?? null;
  }

  private idsByKey(read: (identity: TrackIdentity) => [key: string, id: string] | null): Map<string, string | null> {
    const ids = new Map<string, string | null>();
    for (const identity of new Set(this.byTrack.values())) {
      const entry = read(identity);
      if (entry === null) continue;
      const [key, id] = entry;
      const known = ids.get(key);
      ids.set(key, known === undefined || known === id ? id : SEVERAL);
    }
    return ids;
  }
}

function albumKey(key: string, artist: string): string {
  return `${artist}\n${key}`;
}
