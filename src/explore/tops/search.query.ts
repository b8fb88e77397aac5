import { QueryInt } from '../../common/validation/query.decorators';
import { QueryList, QueryWords } from '../lens/lens.decorators';
import { LensQuery } from '../lens/lens.query';
import { SEARCHED_KINDS, type SearchedKind } from './search.sql';

const LONGEST_SEARCH = 200;

/** A lens without words of its own: `q` is what is looked for. */
export class SearchQuery extends LensQuery {
  @QueryWords(LONGEST_SEARCH, { isRequired: true, description: 'Words of names' })
  override q = '';

  @QueryList({ max: SEARCHED_KINDS.length, values: SEARCHED_KINDS, description: 'By default all' })
  of?: SearchedKind[];

  @QueryInt({ min: 1, max: 100, default: 20, description: 'The most items of each kind' })
  limit = 20;
}
