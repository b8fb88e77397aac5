import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import type { Play } from '../play.schema';
import { PlayedNames } from '../played-names.schema';

/** Users whose names are kept in memory, some hundred kilobytes each. */
const MOST_USERS = 20;
/** More records than this are made into one. */
const MOST_RECORDS = 250;
/** Names of a kind in one record: far below the largest document, however long they are. */
const MOST_NAMES = 2_000;

interface Names {
  artists: Set<string>;
  tracks: Set<string>;
}

/** Keeps the lists of the names that occur in each user's history. */
@Injectable()
export class NameList {
  /** What is known to be in the list of a user; the most recently used last. */
  private readonly known = new Map<string, Names>();

  constructor(@InjectModel(PlayedNames.name, JOBS_CONNECTION) private readonly records: Model<PlayedNames>) {}

  /** Adds the names of rows that are about to be stored. To be called under the user's lease. */
  async add(userId: string, rows: readonly Pick<Play, 'artist_key' | 'track_key'>[]): Promise<void> {
    if (rows.length === 0) return;
    const known = await this.knownOf(userId);
    const added: Names = { artists: new Set(), tracks: new Set() };
    for (const { artist_key, track_key } of rows) {
      if (!known.artists.has(artist_key)) added.artists.add(artist_key);
      if (!known.tracks.has(track_key)) added.tracks.add(track_key);
    }
    await this.insert(userId, added);
    for (const name of added.artists) known.artists.add(name);
    for (const name of added.tracks) known.tracks.add(name);
  }

  private async knownOf(userId: string): Promise<Names> {
    const known = this.known.get(userId) ?? (await this.load(userId));
    this.known.delete(userId);
    this.known.set(userId, known);
    const [longestUnused] = this.known.keys();
    if (this.known.size > MOST_USERS && longestUnused !== undefined) this.known.delete(longestUnused);
    return known;
  }

  private async load(userId: string): Promise<Names> {
    const records = await this.records.find({ user_id: userId }).lean<PlayedNames[]>();
    const names = {
      artists: new Set(records.flatMap(({ artists }) => artists)),
      tracks: new Set(records.flatMap(({ tracks }) => tracks)),
    };
    if (records.length > MOST_RECORDS) {
      await this.insert(userId, names);
      await this.records.deleteMany({ _id: { $in: records.map(({ _id }) => _id) } });
    }
    return names;
  }

  private async insert(userId: string, { artists, tracks }: Names): Promise<void> {
    const records: PlayedNames[] = [];
    const [allArtists, allTracks] = [[...artists], [...tracks]];
    for (let start = 0; start < Math.max(allArtists.length, allTracks.length); start += MOST_NAMES) {
      records.push({
        _id: new Types.ObjectId(),
        user_id: userId,
        artists: allArtists.slice(start, start + MOST_NAMES),
        tracks: allTracks.slice(start, start + MOST_NAMES),
      });
    }
    if (records.length > 0) await this.records.collection.insertMany(records);
  }
}
