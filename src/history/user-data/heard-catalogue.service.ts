import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Album } from '../../catalogue/album.schema';
import { Artist } from '../../catalogue/artist.schema';
import { Track } from '../../catalogue/track.schema';
import { JOBS_CONNECTION } from '../../database/connections';
import type { ExportFile } from '../../database/user-data/user-data';
import { byUserId, jsonLines, rowsOf } from '../../database/user-data/user-rows';
import { Play } from '../play.schema';

const RECORDS_A_BATCH = 500;
/** None without an order follows another: see readInBatches. */
const ONE_BATCH = { batchSize: RECORDS_A_BATCH };
/** The index of the unique plays has them by track. */
const BY_TRACK = {
  sort: { 'track.platform_id': 1, played_at: 1 },
  projection: { _id: 0, 'track.platform_id': 1 },
} as const;

type CatalogueModel = Model<Track> | Model<Artist> | Model<Album>;

/** What the shared catalogue knows of the music that a user has played. */
@Injectable()
export class HeardCatalogue {
  constructor(
    @InjectModel(Play.name, JOBS_CONNECTION) private readonly plays: Model<Play>,
    @InjectModel(Track.name, JOBS_CONNECTION) private readonly tracks: Model<Track>,
    @InjectModel(Artist.name, JOBS_CONNECTION) private readonly artists: Model<Artist>,
    @InjectModel(Album.name, JOBS_CONNECTION) private readonly albums: Model<Album>,
  ) {}

  /** To be read in their order: the tracks tell of which artists and albums there are. */
  *files(userId: string): Generator<ExportFile, void> {
    const artists = new Set<string>();
    const albums = new Set<string>();
    const noteReferences = (track: Track): Track => {
      for (const { platform_id } of track.artists) artists.add(platform_id);
      if (track.album !== null) albums.add(track.album.platform_id);
      return track;
    };
    yield {
      name: 'catalogue/tracks.jsonl',
      about: 'What the catalogue, which all users share, knows of the tracks that you have played.',
      content: jsonLines<Track>(this.records(this.tracks, this.trackIds(userId)), noteReferences),
    };
    yield {
      name: 'catalogue/artists.jsonl',
      about: 'The same of their artists.',
      content: jsonLines<Artist>(this.records(this.artists, artists)),
    };
    yield {
      name: 'catalogue/albums.jsonl',
      about: 'The same of their albums.',
      content: jsonLines<Album>(this.records(this.albums, albums)),
    };
  }

  private async *trackIds(userId: string): AsyncGenerator<string, void> {
    let last: string | undefined;
    for await (const plays of rowsOf<Play>(byUserId(this.plays), userId, BY_TRACK)) {
      for (const { track } of plays) {
        if (track.platform_id !== last) yield (last = track.platform_id);
      }
    }
  }

  private async *records<Row>(
    { collection }: CatalogueModel,
    ids: Iterable<string> | AsyncIterable<string>,
  ): AsyncGenerator<Row[], void> {
    for await (const some of chunksOf(ids, RECORDS_A_BATCH)) {
      yield (await collection.find({ platform_id: { $in: some } }, ONE_BATCH).toArray()) as Row[];
    }
  }
}

async function* chunksOf<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[], void> {
  let chunk: T[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
