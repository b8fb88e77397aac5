import { Injectable } from '@nestjs/common';
import { CollectionRemoval } from '../collection-removal';
import { Migration } from '../migration';

/** Top lists as they are shown were stored once. */
@Migration({
  version: 5,
  name: 'no-stored-top-lists',
  does: 'removes the top lists that were stored as they are shown; they are made from the figures',
})
@Injectable()
export class NoStoredTopLists extends CollectionRemoval {
  protected readonly collection = 'analytics_top_lists';
}
