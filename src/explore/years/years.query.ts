import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { InvalidRequest } from '../../common/errors/errors';
import { isPeriod } from '../lens/calendar-periods';
import { LensQuery } from '../lens/lens.query';

const RANGE = ['from', 'to', 'period'] as const;

export class YearPath {
  @ApiProperty({ type: 'string', example: '2024' })
  @ValidateBy({
    name: 'isYear',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && /^\d{4}$/.test(value) && isPeriod(value),
      defaultMessage: () => 'Input should be a year, such as 2024',
    },
  })
  year: string;
}

/**
 * A lens over a year.
 * @throws InvalidRequest where the lens has a range of its own
 */
export function overYear(query: LensQuery, year: string): LensQuery {
  const given = RANGE.filter((name) => query[name] !== undefined);
  if (given.length > 0) {
    const msg = 'Input should be left out: the year is the range';
    throw new InvalidRequest(given.map((name) => ({ loc: ['query', name], msg, type: 'value_error' })));
  }
  return Object.assign(new LensQuery(), query, { period: year });
}
