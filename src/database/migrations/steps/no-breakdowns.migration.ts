import { Injectable } from '@nestjs/common';
import { CollectionRemoval } from '../collection-removal';
import { Migration } from '../migration';

/** Trends and shares of genres were stored beside the snapshots once. */
@Migration({
  version: 10,
  name: 'no-breakdowns',
  does: 'removes the trends and genres that were stored beside the snapshots, which have them now',
})
@Injectable()
export class NoBreakdowns extends CollectionRemoval {
  protected readonly collection = 'analytics_breakdowns';
}
