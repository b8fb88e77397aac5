import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, mongo } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import type { Play } from '../play.schema';
import { type NameKind, PlayedName } from '../played-name.schema';

const DUPLICATE_KEY = 11000;
/** Names that are not looked for again; some megabytes. */
const MOST_REMEMBERED = 100_000;

/** Keeps the list of the names that occur in each user's history. */
@Injectable()
export class PlayedNames {
  /** Names that are in the list for certain. */
  private readonly remembered = new Set<string>();

  constructor(@InjectModel(PlayedName.name, JOBS_CONNECTION) private readonly names: Model<PlayedName>) {}

  /** Adds the names of rows that are about to be stored. Costs next to nothing for names that were added before. */
  async add(userId: string, rows: readonly Pick<Play, 'artist_key' | 'track_key'>[]): Promise<void> {
    await Promise.all([
      this.addKind(userId, 'artist', new Set(rows.map(({ artist_key }) => artist_key))),
      this.addKind(userId, 'track', new Set(rows.map(({ track_key }) => track_key))),
    ]);
  }

  private async addKind(userId: string, kind: NameKind, keys: Set<string>): Promise<void> {
    const remember = (key: string): string => `${userId} ${kind} ${key}`;
    const unsure = [...keys].filter((key) => !this.remembered.has(remember(key)));
    if (unsure.length === 0) return;
    const known = await this.names.collection
      .find({ user_id: userId, kind, key: { $in: unsure } }, { projection: { _id: 0, key: 1 } })
      .toArray();
    const knownKeys = new Set(known.map(({ key }) => String(key)));
    await this.insert(unsure.filter((key) => !knownKeys.has(key)).map((key) => ({ user_id: userId, kind, key })));
    if (this.remembered.size + unsure.length > MOST_REMEMBERED) this.remembered.clear();
    for (const key of unsure) this.remembered.add(remember(key));
  }

  private async insert(names: Omit<PlayedName, '_id'>[]): Promise<void> {
    if (names.length === 0) return;
    try {
      await this.names.collection.insertMany(names, { ordered: false });
    } catch (error) {
      const known =
        error instanceof mongo.MongoBulkWriteError &&
        [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY);
      if (!known) throw error;
    }
  }
}
