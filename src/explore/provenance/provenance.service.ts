import { Injectable } from '@nestjs/common';
import { dayOf, endOfDay, startOfDay } from '../../common/days';
import type { DayRange } from '../../common/periods';
import { FeedGaps } from '../../history/feed-gaps/feed-gaps.service';
import { UsersService } from '../../users/users.service';
import { Explorer, type LensReader } from '../explorer.service';
import type { Lens } from '../lens/lens';
import { daysOf } from '../lens/lens-days';
import { toLensResponse } from '../lens/lens.dto';
import type { LensQuery } from '../lens/lens.query';
import { bucketsOf } from '../lens/steps';
import type { GapResponse, ProvenanceMonthResponse, ProvenanceResponse } from './provenance.dto';
import { MONTHS, SPANS } from './provenance.sql';
import { uncoveredDays } from './uncovered-days';

type MonthRow = Omit<ProvenanceMonthResponse, 'origins'> & { origin: string };

/** Where plays came from, and where some may be missing. */
@Injectable()
export class ProvenanceService {
  constructor(
    private readonly explorer: Explorer,
    private readonly users: UsersService,
    private readonly feedGaps: FeedGaps,
  ) {}

  async provenance(userId: string, query: LensQuery): Promise<ProvenanceResponse> {
    const { lens, days, months, spans } = await this.explorer.read(userId, query, readMonths);
    if (days === null) return { lens: toLensResponse(lens), months: [], gaps: [] };
    const user = await this.users.findById(userId);
    if (user?.last_synced_at) {
      const [first, last] = [user.created_at, user.last_synced_at].map((at) => dayOf(at, lens.timezone));
      if (first !== undefined && last !== undefined) spans.push({ first, last });
    }
    const overflows = (await this.feedGaps.of(userId)).filter(
      ({ from, to }) =>
        to.getTime() >= (lens.from ?? startOfDay(days.first, lens.timezone).getTime()) &&
        from.getTime() <= (lens.to ?? lens.now),
    );
    const gaps: GapResponse[] = [
      ...overflows.map(({ from, to }) => ({ from, to, reason: 'feed_overflow' as const })),
      ...uncoveredDays(days, spans).map((run) => notCovered(run, lens)),
    ];
    return {
      lens: toLensResponse(lens),
      months,
      gaps: gaps.sort((a, b) => a.from.getTime() - b.from.getTime() || a.to.getTime() - b.to.getTime()),
    };
  }
}

function notCovered({ first, last }: DayRange, { timezone }: Lens): GapResponse {
  const to = new Date(endOfDay(last, timezone).getTime() - 1);
  return { from: startOfDay(first, timezone), to, reason: 'not_covered' };
}

async function readMonths(reader: LensReader): Promise<{
  lens: Lens;
  days: DayRange | null;
  months: ProvenanceMonthResponse[];
  spans: DayRange[];
}> {
  const { lens, rows } = reader;
  const days = await daysOf(reader);
  if (days === null) return { lens, days, months: [], spans: [] };
  const counted = await rows<MonthRow & Record<string, unknown>>(MONTHS, { ...days });
  const months = bucketsOf(days, 'month').map((label) => {
    const ofMonth = counted.filter((row) => row.label === label);
    return monthOf(label, ofMonth);
  });
  return { lens, days, months, spans: await rows<DayRange & Record<string, unknown>>(SPANS) };
}

/** @param rows one of each origin */
function monthOf(label: string, rows: readonly MonthRow[]): ProvenanceMonthResponse {
  const sumOf = (name: 'play_count' | 'total_ms' | 'merged_count' | 'assumed_count'): number =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    label,
    play_count: sumOf('play_count'),
    total_ms: sumOf('total_ms'),
    origins: rows.map(({ origin, play_count }) => ({ origin, play_count })),
    merged_count: sumOf('merged_count'),
    assumed_count: sumOf('assumed_count'),
  };
}
