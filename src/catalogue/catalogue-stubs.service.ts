import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { chunksOf } from '../common/chunks';
import { Gathered } from '../common/gathered';
import { ownTurn } from '../common/own-turn';
import { JOBS_CONNECTION } from '../database/connections';
import { Album } from './album.schema';
import { Artist } from './artist.schema';
import { insertUnknown } from '../database/insert-unknown';
import { type NamedTrack, stubsOf } from './stubs';
import { Track } from './track.schema';

/** Records of a kind that are not looked for again; some megabytes. */
const MOST_REMEMBERED = 50_000;

/** Tracks whose records are made in one turn of the thread. */
const TRACKS_A_TURN = 500;

/**
 * Puts what export files say about tracks, artists and albums into the catalogue, where it is not known at all yet.
 * What is there already, be it from the platform or from another file, stays as it is.
 */
@Injectable()
export class CatalogueStubs {
  /** Tracks, as files name them, that are in the catalogue for certain, with their artist and album. */
  private readonly knownTracks = new Memory();
  /** Likewise, by their ids. */
  private readonly knownArtists = new Memory();
  private readonly knownAlbums = new Memory();
  private readonly adding = new Gathered<NamedTrack>((named) => this.addUnknown(named));

  constructor(
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name, JOBS_CONNECTION) private readonly artists: Model<Artist>,
    @InjectModel(Album.name, JOBS_CONNECTION) private readonly albums: Model<Album>,
  ) {}

  /**
   * Costs next to nothing for tracks that were added before. Several calls never work side by side: if they inserted the
   * same records in different orders, they would wait for each other on a server with row locks.
   */
  addStubs(named: Iterable<NamedTrack>): Promise<void> {
    return this.adding.add(named);
  }

  /** Lets go of what is remembered of former calls, which takes some ten megabytes after a large import. */
  forget(): void {
    for (const known of [this.knownTracks, this.knownArtists, this.knownAlbums]) known.clear();
  }

  private async addUnknown(named: readonly NamedTrack[]): Promise<void> {
    const added = new Map<string, NamedTrack>();
    for (const track of named) {
      const key = track.trackId ?? `${track.artistName}\n${track.trackName}`;
      if (!this.knownTracks.has(key)) added.set(key, track);
    }
    for (const some of chunksOf([...added], TRACKS_A_TURN)) await this.insert(new Map(some));
  }

  private async insert(named: ReadonlyMap<string, NamedTrack>): Promise<void> {
    await ownTurn();
    const stubs = stubsOf(named.values(), new Date());
    const artists = stubs.artists.filter(({ platform_id }) => !this.knownArtists.has(platform_id));
    const albums = stubs.albums.filter(({ platform_id }) => !this.knownAlbums.has(platform_id));
    await Promise.all([
      insertUnknown(this.tracks, stubs.tracks),
      insertUnknown(this.artists, artists),
      insertUnknown(this.albums, albums),
    ]);
    this.knownTracks.add(named.keys());
    this.knownArtists.add(artists.map(({ platform_id }) => platform_id));
    this.knownAlbums.add(albums.map(({ platform_id }) => platform_id));
  }
}

/** Keys seen before, forgotten all at once when they become too many. */
class Memory {
  private readonly keys = new Set<string>();

  has(key: string): boolean {
    return this.keys.has(key);
  }

  add(keys: Iterable<string>): void {
    for (const key of keys) this.keys.add(key);
    if (this.keys.size > MOST_REMEMBERED) this.clear();
  }

  clear(): void {
    this.keys.clear();
  }
}
