import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { endOfDay, isDay, startOfDay } from '../../common/days';

const DATE_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(Z|[+\- ]\d\d(?::?\d\d)?)?$/i;

/**
 * An ISO 8601 date or date-time of the query string, optional. A date-time without an offset is UTC, as all date-times of
 * the API are.
 */
export function QueryDate(description?: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'string',
      oneOf: [{ format: 'date' }, { format: 'date-time' }],
      description,
    }),
    IsOptional(),
    ValidateBy({
      name: 'isDateInput',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && (isDay(value) || parseDateTime(value) !== null),
        defaultMessage: () =>
          'Input should be an ISO 8601 date or date-time, such as 2024-05-01 or 2024-05-01T18:30:00Z',
      },
    }),
  );
}

/** A bound on instants, as MongoDB takes it. */
export type DateBound = { $gte: Date } | { $lte: Date } | { $lt: Date };

/** From this on: a date from its first instant in the zone. */
export function startBound(text: string, zone: string): DateBound {
  return { $gte: isDay(text) ? startOfDay(text, zone) : instantOf(text) };
}

/** Up to and with this: a date to its last instant in the zone. */
export function endBound(text: string, zone: string): DateBound {
  return isDay(text) ? { $lt: endOfDay(text, zone) } : { $lte: instantOf(text) };
}

function instantOf(text: string): Date {
  const instant = parseDateTime(text);
  if (instant === null) throw new RangeError(`"${text}" is not a date-time.`);
  return instant;
}

function parseDateTime(text: string): Date | null {
  const [, day = '', time = '', offset = 'Z'] = DATE_TIME.exec(text) ?? [];
  if (!isDay(day)) return null;
  // A plus sign that was not encoded arrives as a blank.
  const sign = offset.replace(' ', '+').toUpperCase();
  const zone = sign === 'Z' ? 'Z' : `${sign.slice(0, 3)}:${sign.slice(3).replace(':', '') || '00'}`;
  const instant = new Date(`${day}T${time.replace(',', '.')}${zone}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
