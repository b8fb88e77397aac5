import { Injectable } from '@nestjs/common';
import { CatalogueChanges } from '../../catalogue/fetching/catalogue-changes.service';
import { dayOf } from '../../common/days';
import { HistoryLeases } from '../../history/writing/history-leases.service';
import { UsersService } from '../../users/users.service';
import type { SnapshotStamp } from '../figures/snapshot';

/** Says what figures would follow from that are computed now. */
@Injectable()
export class SnapshotStamps {
  constructor(
    private readonly histories: HistoryLeases,
    private readonly catalogue: CatalogueChanges,
    private readonly users: UsersService,
  ) {}

  /** To be read before the figures are: what changes meanwhile has a later revision. */
  async current(userId: string): Promise<SnapshotStamp> {
    return (await this.currentNamed(userId)).stamp;
  }

  /** The same, and what the statistics that are stored are called: another name if they have been computed again. */
  async currentNamed(userId: string): Promise<{ stamp: SnapshotStamp; name: string }> {
    const [history_revision, catalogue_revision, { timezone, statistics_name: name }] = await Promise.all([
      this.histories.settled(userId),
      this.catalogue.revision(),
      this.users.statisticsOf(userId),
    ]);
    return { stamp: { history_revision, catalogue_revision, timezone, local_day: dayOf(new Date(), timezone) }, name };
  }
}

/** Whether figures of one stamp are those of the other, too. */
export function isSameStamp(one: SnapshotStamp, other: SnapshotStamp): boolean {
  return textOf(one) === textOf(other);
}

/** A text that is the same for stamps that are. */
export function textOf({ history_revision, catalogue_revision, timezone, local_day }: SnapshotStamp): string {
  return [history_revision, catalogue_revision, timezone, local_day].join(' ');
}
