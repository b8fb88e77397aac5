import { Injectable } from '@nestjs/common';
import { addDays } from '../../common/days';
import { type Counts, countsOf } from '../counts';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { lastDayOf } from '../lens/lens-days';
import { toLensResponse } from '../lens/lens.dto';
import type { LensQuery } from '../lens/lens.query';
import { PlaysReader } from '../plays-reader.service';
import { rounded } from '../rounding';
import type { ItemRow } from '../sql/items';
import type { MilestonesResponse, NextMilestoneResponse } from './milestones.dto';
import { ARTIST_MILESTONES, MILESTONE_TOTALS, MILESTONES, nextMilestone } from './milestones.sql';

/** How many days, today being the last, show how fast plays are added. */
const RECENT_DAYS = 90;

interface Totals extends Counts {
  recent_plays: number;
  eddington: number;
  days_of_next: number;
}

const NOTHING: Totals = { plays: 0, ms: 0, recent_plays: 0, eddington: 0, days_of_next: 0 };

/** Milestones: plays by their numbers. */
@Injectable()
export class MilestonesService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
    private readonly plays: PlaysReader,
  ) {}

  async milestones(userId: string, query: LensQuery): Promise<MilestonesResponse> {
    const { lens, totals, numbered, ofArtists } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      totals: await readTotals(reader),
      numbered: await reader.rows<{ number: number; id: string }>(MILESTONES),
      ofArtists: await reader.rows<ItemRow & { milestone: number; played_at: Date }>(ARTIST_MILESTONES),
    }));
    const artists = await this.images.withItems('artists', ofArtists);
    const plays = await this.plays.byId(
      userId,
      numbered.map(({ id }) => id),
    );
    return {
      lens: toLensResponse(lens),
      ...countsOf(totals),
      items: numbered.flatMap(({ number, id }) => {
        const play = plays.get(id);
        // Deleted since it was counted.
        return play === undefined ? [] : [{ number, play }];
      }),
      artists: artists.map(({ row: { milestone, played_at }, item }) => ({
        number: milestone,
        artist: item,
        played_at,
      })),
      eddington: {
        number: totals.eddington,
        next: totals.eddington + 1,
        days_missing: totals.eddington + 1 - totals.days_of_next,
      },
      next: lastDayOf(lens) < lens.today ? null : nextOf(totals, lens.today),
    };
  }
}

async function readTotals({ lens: { today }, rows }: LensReader): Promise<Totals> {
  const [totals = NOTHING] = await rows<Totals>(MILESTONE_TOTALS, { today, since: addDays(today, 1 - RECENT_DAYS) });
  return totals;
}

function nextOf({ plays, recent_plays }: Totals, today: string): NextMilestoneResponse {
  const number = nextMilestone(plays);
  const plays_missing = number - plays;
  return {
    number,
    plays_missing,
    plays_per_day: rounded(recent_plays / RECENT_DAYS, 2),
    date: recent_plays === 0 ? null : addDays(today, Math.ceil((plays_missing * RECENT_DAYS) / recent_plays)),
  };
}
