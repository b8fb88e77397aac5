import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, mongo } from 'mongoose';
import { JOBS_CONNECTION } from '../database/connections';
import { Album } from './album.schema';
import { Artist } from './artist.schema';
import { albumStub, artistStub, type NamedTrack, trackStub } from './stubs';
import { Track } from './track.schema';

const DUPLICATE_KEY = 11000;
/** Tracks that are not looked for again; some megabytes. */
const MOST_REMEMBERED = 50_000;

interface Stub {
  platform_id: string;
}

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

    const now = new Date();
    const tracks = [...added.values()];
    await Promise.all([
      insertUnknown(
        this.tracks,
        uniqueById(tracks, (track) => trackStub(track, now)),
      ),
      insertUnknown(
        this.artists,
        uniqueById(tracks, (track) => artistStub(track, now)),
      ),
      insertUnknown(
        this.albums,
        uniqueById(tracks, (track) => albumStub(track, now)),
      ),
    ]);
    if (this.remembered.size + added.size > MOST_REMEMBERED) this.remembered.clear();
    for (const key of added.keys()) this.remembered.add(key);
  }
}

function uniqueById(tracks: readonly NamedTrack[], toStub: (track: NamedTrack) => Stub | null): Map<string, Stub> {
  const stubs = new Map<string, Stub>();
  for (const track of tracks) {
    const stub = toStub(track);
    if (stub !== null && !stubs.has(stub.platform_id)) stubs.set(stub.platform_id, stub);
  }
  return stubs;
}

async function insertUnknown(
  { collection }: Pick<Model<unknown>, 'collection'>,
  stubs: Map<string, Stub>,
): Promise<void> {
  if (stubs.size === 0) return;
  const known = await collection
    .find({ platform_id: { $in: [...stubs.keys()] } }, { projection: { _id: 0, platform_id: 1 } })
    .toArray();
  for (const { platform_id } of known) stubs.delete(String(platform_id));
  if (stubs.size === 0) return;
  try {
    await collection.insertMany([...stubs.values()], { ordered: false });
  } catch (error) {
    // Somebody else was quicker; theirs is as good.
    const isKnown =
      error instanceof mongo.MongoBulkWriteError &&
      [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY);
    if (!isKnown) throw error;
  }
}
