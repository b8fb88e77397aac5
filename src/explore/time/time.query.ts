import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, ValidateBy } from 'class-validator';
import { QueryEnum, QueryInt } from '../../common/validation/query.decorators';
import { QueryBoolean } from '../lens/lens.decorators';
import { LensQuery } from '../lens/lens.query';
import { STEPS, type Step } from '../lens/steps';

export const SERIES_KINDS = ['none', 'artist', 'album', 'track', 'genre', 'source'] as const;
export const SCATTER_ROWS = [24, 48, 96, 144, 288];

export class SeriesQuery extends LensQuery {
  @QueryEnum(STEPS, { default: 'month' })
  step: Step = 'month';

  @QueryEnum(SERIES_KINDS, { default: 'none' })
  by: (typeof SERIES_KINDS)[number] = 'none';

  @QueryInt({ min: 1, max: 50, default: 10, description: 'How many series, the highest of the whole range' })
  top = 10;

  @QueryBoolean('Whether numbers are sums from the first bucket on')
  cumulative = false;
}

export class CalendarQuery extends LensQuery {
  @QueryInt({ min: 1970, max: 9999, description: 'By default that of the last day of the range' })
  year?: number;
}

export class OnThisDayQuery extends LensQuery {
  @QueryMonthDay()
  date?: string;
}

export class ScatterQuery extends LensQuery {
  @QueryInt({ min: 1, max: 2_000, default: 400, description: 'The most columns' })
  columns = 400;

  @QueryScatterRows()
  rows = 288;
}

/** `MM-DD`, a day that some year has. */
function QueryMonthDay(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', example: '02-29', description: 'MM-DD; by default that of today' }),
    IsOptional(),
    ValidateBy({
      name: 'isMonthDay',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isMonthDay(value),
        defaultMessage: () => 'Input should be a day of the calendar as MM-DD, such as 02-29',
      },
    }),
  );
}

function isMonthDay(text: string): boolean {
  if (!/^\d\d-\d\d$/.test(text)) return false;
  // A leap year has all days that there are.
  const date = new Date(`2024-${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(5, 10) === text;
}

function QueryScatterRows(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'integer', enum: SCATTER_ROWS, default: 288 }),
    Transform(({ value }: { value: unknown }) => SCATTER_ROWS.find((rows) => String(rows) === value) ?? value),
    IsIn(SCATTER_ROWS, { message: `Input should be ${SCATTER_ROWS.join(', ')}` }),
  );
}
