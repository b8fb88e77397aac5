import { Injectable, OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CatalogueChanges } from '../../catalogue/fetching/catalogue-changes.service';
import { JOBS_CONNECTION } from '../../database/connections';
import { StoredBreakdown } from './breakdown.schema';
import { FiguresRevision } from './figures-revision.service';
import { StoredSnapshot } from './snapshot.schema';

/** Earlier than every day, so that whoever reads the snapshot computes it anew. */
const OUTDATED = { local_day: '' };

/**
 * Lets snapshots follow the catalogue: pictures, genres and audio features are taken from it when a snapshot is computed.
 * All users' snapshots are marked in one go, because hardly anybody's history is without what was fetched; those that
 * nobody looks at cost nothing, the others are computed once, when they are next read.
 */
@Injectable()
export class SnapshotStaleness implements OnModuleInit {
  constructor(
    private readonly changes: CatalogueChanges,
    private readonly revisions: FiguresRevision,
    @InjectModel(StoredSnapshot.name, JOBS_CONNECTION) private readonly snapshots: Model<StoredSnapshot>,
    @InjectModel(StoredBreakdown.name, JOBS_CONNECTION) private readonly breakdowns: Model<StoredBreakdown>,
  ) {}

  onModuleInit(): void {
    this.changes.register(() => this.markAll());
  }

  private async markAll(): Promise<void> {
    await this.snapshots.updateMany({}, { $set: OUTDATED });
    await this.breakdowns.updateMany({}, { $set: OUTDATED });
    await this.revisions.endAll();
  }
}
