import type { FieldProblem } from '../../common/errors/errors';
import { QueryEnum, QueryInt } from '../../common/validation/query.decorators';
import { type Range, resolveRange } from '../lens/lens';
import { QueryInstant, QueryPeriod } from '../lens/lens.decorators';
import { LensQuery } from '../lens/lens.query';
import type { Clock } from '../lens/previous-range';
import { ITEM_KINDS, type ItemKind } from '../sql/items';

const PREFIX = 'other_';

/** A lens, and another range of the same world. */
export class CompareQuery extends LensQuery {
  @QueryInstant('Compared with plays from this date or date-time on')
  other_from?: string;

  @QueryInstant('Compared with plays up to this date-time, or to the end of this local date')
  other_to?: string;

  @QueryPeriod()
  other_period?: string;

  @QueryEnum(ITEM_KINDS, { default: 'artists' })
  of: ItemKind = 'artists';

  @QueryInt({ min: 1, max: 100, default: 10, description: 'The most items of each list' })
  limit = 10;

  override problemsAt(clock: Clock): FieldProblem[] {
    const { other_from, other_to, other_period } = this;
    if (other_from === undefined && other_to === undefined && other_period === undefined) {
      const msg = `Field required, unless ${PREFIX}from or ${PREFIX}to is given`;
      return [{ loc: ['query', `${PREFIX}period`], msg, type: 'missing' }];
    }
    return otherOf(this, clock).problems;
  }
}

/** The other range, as it is given and as instants. */
export function otherRangeOf(query: CompareQuery, clock: Clock): Range & { period: string | null } {
  const { given, range } = otherOf(query, clock);
  return { ...range, period: given.period };
}

function otherOf({ other_from, other_to, other_period }: CompareQuery, clock: Clock) {
  return resolveRange({ from: other_from, to: other_to, period: other_period }, clock, PREFIX);
}
