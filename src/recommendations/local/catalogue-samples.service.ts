import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Artist } from '../../catalogue/artist.schema';
import { Track } from '../../catalogue/track.schema';

const MOST_TRACKS_OF_ALBUMS = 500;

/**
 * Reads a bounded number of the records that the platform has told of. Of more than that, the first from some id on are
 * taken, and from the beginning again after the last: the platform's ids are random, so that another id to begin with
 * gives another sample. No order is asked for but that of the index, which is that of the ids.
 */
@Injectable()
export class CatalogueSamples {
  constructor(
    @InjectModel(Track.name) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name) private readonly artists: Model<Artist>,
  ) {}

  tracksOfArtist(artistId: string, from: string, count: number): Promise<Track[]> {
    const of = { 'artists.platform_id': artistId, stub: false };
    return sample(from, count, (ids, limit) =>
      this.tracks
        .find({ ...of, platform_id: ids })
        .limit(limit)
        .lean<Track[]>(),
    );
  }

  artistsOfGenre(genre: string, from: string, count: number): Promise<Artist[]> {
    return sample(from, count, (ids, limit) =>
      this.artists.find({ genres: genre, stub: false, platform_id: ids }).limit(limit).lean<Artist[]>(),
    );
  }

  tracksOfAlbums(albumIds: readonly string[]): Promise<Track[]> {
    return this.tracks
      .find({ 'album.platform_id': { $in: albumIds }, stub: false })
      .limit(MOST_TRACKS_OF_ALBUMS)
      .lean<Track[]>();
  }
}

/** A condition on ids. */
type Ids = { $gte: string } | { $lt: string };

async function sample<Row>(
  from: string,
  count: number,
  read: (ids: Ids, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read({ $gte: from }, count);
  if (rows.length === count) return rows;
  return [...rows, ...(await read({ $lt: from }, count - rows.length))];
}
