import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { QueryEnum, QueryInt } from '../../common/validation/query.decorators';
import { parseInstant } from '../lens/instants';
import { PagedLensQuery } from '../paging';
import { DEFAULT_GAP_MINUTES } from '../sql/sessions';
import { SESSION_ORDERS, type SessionOrder } from './sessions.sql';

const MOST_GAP_MINUTES = 1_440;

export class SessionQuery extends PagedLensQuery {
  @QueryInt({
    min: 1,
    max: MOST_GAP_MINUTES,
    default: DEFAULT_GAP_MINUTES,
    description: 'The longest pause within a session, from the end of a play to the start of the next',
  })
  gap_minutes = DEFAULT_GAP_MINUTES;
}

export class SessionsQuery extends SessionQuery {
  @QueryEnum(SESSION_ORDERS, { default: 'newest' })
  sort: SessionOrder = 'newest';
}

export class SessionPath {
  @PathInstant()
  started_at: string;
}

/** A date-time in a path. */
function PathInstant(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'string', format: 'date-time', description: 'When it started, to the millisecond' }),
    ValidateBy({
      name: 'isDateInput',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && 'instant' in (parseInstant(value) ?? {}),
        defaultMessage: () => 'Input should be a date-time, such as 2024-05-01T18:30:00.000Z',
      },
    }),
  );
}
