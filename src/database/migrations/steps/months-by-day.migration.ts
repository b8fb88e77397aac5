import { Injectable } from '@nestjs/common';
import type { mongo } from 'mongoose';
import { type DataMigration, Migration, type MigrationContext } from '../migration';

const COLLECTION = 'monthly_rollups';
const FORMER = { by_day: { $exists: false } };

interface Month {
  _id: mongo.ObjectId;
  user_id: string;
  month: string;
}

interface DailyRollup {
  date: string;
  hourly: { hour: number; count: number; ms: number }[];
  track_plays: {
    platform_id: string;
    name: string;
    artist_name: string;
    album_name: string;
    count: number;
    ms: number;
  }[];
}

/**
 * A month's roll-up was the sum of its days, and says now what was played on each of them. The days are still there to
 * be read.
 */
@Migration({
  version: 4,
  name: 'months-by-day',
  does: 'writes into the roll-up of each month what was played on which of its days',
})
@Injectable()
export class MonthsByDay implements DataMigration {
  count({ database }: MigrationContext): Promise<number> {
    return database.collection(COLLECTION).countDocuments(FORMER);
  }

  async run({ database, signal }: MigrationContext): Promise<number> {
    const months = database.collection<Month>(COLLECTION);
    const former = await months.find(FORMER, { projection: { user_id: 1, month: 1 } }).toArray();
    for (const { _id, user_id, month } of former) {
      signal.throwIfAborted();
      const ofMonth = { user_id, date: { $gte: `${month}-01`, $lte: `${month}-31` } };
      const days = await database.collection('daily_rollups').find<DailyRollup>(ofMonth).sort({ date: 1 }).toArray();
      await months.updateOne({ _id }, { $set: { by_day: textOf(days) }, $unset: { hourly: '', recordings: '' } });
    }
    return former.length;
  }
}

/**
 * Lists of the days, each with its number and the hour, plays and milliseconds of each hour; and of the artists, their
 * albums, and of these the tracks in one list: platform id, name, number of days, and each day's number, plays and
 * milliseconds.
 */
function textOf(days: readonly DailyRollup[]): string {
  const hours = days.map(({ date, hourly }) => [
    numberOf(date),
    ...hourly.flatMap(({ hour, count, ms }) => [hour, count, ms]),
  ]);
  const artists = new Map<string, Map<string, Map<string, (string | number)[]>>>();
  for (const { date, track_plays } of days) {
    for (const { platform_id, name, artist_name, album_name, count, ms } of track_plays) {
      const albums = artists.get(artist_name) ?? new Map<string, Map<string, (string | number)[]>>();
      const tracks = albums.get(album_name) ?? new Map<string, (string | number)[]>();
      const key = JSON.stringify([platform_id, name]);
      const track = tracks.get(key) ?? [platform_id, name, 0];
      track[2] = Number(track[2]) + 1;
      track.push(numberOf(date), count, ms);
      artists.set(artist_name, albums.set(album_name, tracks.set(key, track)));
    }
  }
  const lists = Array.from(artists, ([artist, albums]) => [
    artist,
    Array.from(albums, ([album, tracks]) => [album, [...tracks.values()].flat()]),
  ]);
  return JSON.stringify([hours, lists]);
}

function numberOf(date: string): number {
  return Number(date.slice(-2));
}
