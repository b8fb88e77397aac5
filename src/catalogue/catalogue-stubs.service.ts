import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { Album } from './album.schema';
import { Artist } from './artist.schema';
import { insertUnknown } from '../database/insert-unknown';
import { type NamedTrack, stubsOf } from './stubs';
import { Track } from './track.schema';

/** Tracks that are not looked for again; some megabytes. */
const MOST_REMEMBERED = 50_000;

/**
 * Puts what export files say about tracks, artists and albums into the catalogue, where it is not known at all yet.
 * What is there already, be it from the platform or from another file, stays as it is.
 */
@Injectable()
export class CatalogueStubs {
  /** Tracks that are in the catalogue for certain, with their artist and album. */
  private readonly remembered = new Set<string>();

  constructor(
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name, JOBS_CONNECTION) private readonly artists: Model<Artist>,
    @InjectModel(Album.name, JOBS_CONNECTION) private readonly albums: Model<Album>,
  ) {}

  /** Costs next to nothing for tracks that were added before. */
  async addStubs(named: Iterable<NamedTrack>): Promise<void> {
    const added = new Map<string, NamedTrack>();
    for (const track of named) {
      const key = track.trackId ?? `${track.artistName}\n${track.trackName}`;
      if (!this.remembered.has(key)) added.set(key, track);
    }
    if (added.size === 0) return;

    const stubs = stubsOf(added.values(), new Date());
    await Promise.all([
      insertUnknown(this.tracks, stubs.tracks),
      insertUnknown(this.artists, stubs.artists),
      insertUnknown(this.albums, stubs.albums),
    ]);
    if (this.remembered.size + added.size > MOST_REMEMBERED) this.remembered.clear();
    for (const key of added.keys()) this.remembered.add(key);
  }
}
