import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { chunksOf } from '../../common/chunks';
import { notRunOut } from '../../database/lease';
import { Play } from '../play.schema';
import { HistoryState, type Landmark, LEASE_MS } from '../writing/history-state.schema';
import { Landmarks } from '../writing/landmarks.service';
import { isUnfiltered, type NamedPlays, type PlayFilter, type ResolvedFilter } from './history-filter.service';

/** Enough for pages among as many plays as lie between landmarks: behind the last but one there are no fewer. */
const NEWEST = { $slice: -2 };
/** Names whose plays are counted at a time: the more, the longer some servers take for each of them. */
const NAMES_AT_ONCE = 200;
/** Counts that are kept, of some hundred bytes each. */
const MOST_KEPT = 5_000;

export interface PlayCount {
  plays: number;
  /** Somebody is writing, so that it may be a moment behind the plays. */
  isMoving: boolean;
  /** Some places in them, oldest first, for pages that lie deep. */
  landmarks: readonly Landmark[];
  /** Of all plays of the user, not only of those that are counted, some thousand have ended since. */
  recently?: Date;
}

/** All plays of a user, as those who write them have left it. */
interface KeptCount extends PlayCount {
  /** What the history is called until somebody writes; absent while it has no name. */
  revision?: string;
}

/** Says how many plays a filter meets. */
@Injectable()
export class PlayCounts {
  /** By the user and what was asked: the plays, and of which history that was. */
  private readonly namedPlays = new LRUCache<string, { revision: string; plays: number }>({ max: MOST_KEPT });

  constructor(
    @InjectModel(Play.name) private readonly history: Model<Play>,
    @InjectModel(HistoryState.name) private readonly leases: Model<HistoryState>,
    private readonly landmarks: Landmarks,
  ) {}

  /**
   * All plays of a user are not counted where those who write them know their number. It is right as soon as a write has
   * ended, and beside one that goes on no older than its last renewal of the lease.
   *
   * @param end how many plays lie before the page's end
   */
  async count({ filter, named }: ResolvedFilter, end: number): Promise<PlayCount> {
    const { user_id } = filter;
    if (isUnfiltered(filter)) {
      return (await this.keptOf(user_id, end > this.landmarks.spacing ? 1 : NEWEST)) ?? this.counted(filter);
    }
    if (named === undefined) return this.counted(filter);
    const all = await this.keptOf(user_id, NEWEST);
    const plays = await this.countNamed(filter, named, all?.isMoving === false ? all : null);
    return { plays, isMoving: false, landmarks: [], recently: all?.landmarks[0]?.played_at };
  }

  private async counted(filter: PlayFilter): Promise<PlayCount> {
    return { plays: await this.history.countDocuments(filter), isMoving: false, landmarks: [] };
  }

  /** @param all all plays of the user, where nobody is writing any */
  private async countNamed(filter: PlayFilter, named: NamedPlays, all: KeptCount | null): Promise<number> {
    const question = `${filter.user_id} ${named.question}`;
    const kept = this.namedPlays.get(question);
    if (kept !== undefined && kept.revision === all?.revision) return kept.plays;
    const plays = await this.countByName(filter, named, all);
    if (all?.revision !== undefined) this.namedPlays.set(question, { revision: all.revision, plays });
    return plays;
  }

  /** All other plays are sooner counted where most of the names match. */
  private async countByName(filter: PlayFilter, { key, like, unlike }: NamedPlays, all: PlayCount | null) {
    const isAlone = isUnfiltered({ ...filter, [key]: undefined });
    if (isAlone && all !== null && unlike.length < like.length)
      return all.plays - (await this.countOf(filter, key, unlike));
    return this.countOf(filter, key, like);
  }

  private async countOf(filter: PlayFilter, key: NamedPlays['key'], names: readonly string[]): Promise<number> {
    let plays = 0;
    for (const some of chunksOf(names, NAMES_AT_ONCE)) {
      plays += await this.history.countDocuments({ ...filter, [key]: { $in: some } });
    }
    return plays;
  }

  /** @param landmarks which of them are read */
  private async keptOf(userId: string, landmarks: 1 | typeof NEWEST): Promise<KeptCount | null> {
    const lease = await this.leases
      .findOne({ _id: userId, disturbed_at: null, $or: [{ holder: null }, { expires_at: notRunOut(LEASE_MS) }] })
      .select({ _id: 0, plays: 1, holder: 1, revision: 1, landmarks })
      .lean<Pick<HistoryState, 'plays' | 'holder' | 'revision' | 'landmarks'>>();
    if (lease?.plays === undefined) return null;
    const { plays, holder, revision, landmarks: places = [] } = lease;
    return {
      plays,
      isMoving: holder !== null,
      landmarks: places,
      ...(revision !== undefined && { revision: `${revision.toHexString()} ${plays}` }),
    };
  }
}
