import { Injectable } from '@nestjs/common';
import { CollectionRemoval } from '../collection-removal';
import { Migration } from '../migration';

/** Months were summed up in another collection. */
@Migration({
  version: 6,
  name: 'no-earlier-rollups',
  does: 'removes the former sums of months; those of today are made when figures are next brought up to date',
})
@Injectable()
export class NoEarlierRollups extends CollectionRemoval {
  protected readonly collection = 'earlier_rollups';
}
