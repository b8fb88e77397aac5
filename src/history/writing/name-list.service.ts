import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type Model, Types } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { readInBatches } from '../../database/read-batches';
import type { NameKeys } from '../matching/track-forms';
import { Play } from '../play.schema';
import { PlayedNames } from '../played-names.schema';
import { ListedNames, type Names } from './listed-names';

/** Users whose names are kept in memory, some hundred kilobytes each. */
const MOST_USERS = 20;
/** More records than this are made into one. */
const MOST_RECORDS = 250;
/** Names of a kind in one record: far below the largest document, however long they are. */
const MOST_NAMES = 2_000;
const PLAYS_A_BATCH = 2_000;
const KEYS = { _id: 0, artist_key: 1, track_key: 1 };

/** Keeps the lists of the names that occur in each user's history. */
@Injectable()
export class NameList {
  private readonly known = new LRUCache<string, ListedNames>({ max: MOST_USERS });

  constructor(
    @InjectModel(PlayedNames.name, JOBS_CONNECTION) private readonly records: Model<PlayedNames>,
    @InjectModel(Play.name, JOBS_CONNECTION) private readonly plays: Model<Play>,
  ) {}

  /** The list of a user, to be asked for whenever the user's lease has been taken, and used no longer than it is held. */
  async of(userId: string): Promise<ListedNames> {
    const remembered = this.known.get(userId);
    const names = remembered && (await this.isCurrent(remembered)) ? remembered : await this.load(userId);
    this.known.set(userId, names);
    return names;
  }

  /** Writes the list anew, with the names alone that plays still have. To be called under the user's lease. */
  async rebuild(userId: string): Promise<void> {
    const former = await this.records.find({ user_id: userId }).select('_id').lean<PlayedNames[]>();
    const names: Names = { artists: new Set(), tracks: new Set() };
    const plays = readInBatches<NameKeys>(
      this.plays.collection,
      { user_id: userId },
      { sort: { played_at: 1, _id: 1 }, projection: KEYS, batchSize: PLAYS_A_BATCH },
    );
    for await (const batch of plays) {
      for (const { artist_key, track_key } of batch) {
        names.artists.add(artist_key);
        names.tracks.add(track_key);
      }
    }
    await this.insert(userId, names);
    await this.records.deleteMany({ _id: { $in: former.map(({ _id }) => _id) } });
  }

  /** Whether nobody, here or in another process, has written the list anew since it was read. */
  private async isCurrent({ anchor }: ListedNames): Promise<boolean> {
    return anchor !== null && (await this.records.exists({ _id: anchor })) !== null;
  }

  private async load(userId: string): Promise<ListedNames> {
    const records = await this.records.find({ user_id: userId }).lean<PlayedNames[]>();
    const names = {
      artists: new Set(records.flatMap(({ artists }) => artists)),
      tracks: new Set(records.flatMap(({ tracks }) => tracks)),
    };
    const insert = (added: Names): Promise<Types.ObjectId[]> => this.insert(userId, added);
    if (records.length <= MOST_RECORDS) return new ListedNames(names, records[0]?._id ?? null, insert);
    const [anchor = null] = await this.insert(userId, names);
    await this.records.deleteMany({ _id: { $in: records.map(({ _id }) => _id) } });
    return new ListedNames(names, anchor, insert);
  }

  /** @returns the ids of the records */
  private async insert(userId: string, { artists, tracks }: Names): Promise<Types.ObjectId[]> {
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
    return records.map(({ _id }) => _id);
  }
}
