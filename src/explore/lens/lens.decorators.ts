import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import { isKnownZone } from '../../common/days';
import { parseInstant } from './instants';
import { isPeriod, PERIOD_FORMS } from './calendar-periods';
import { parseRuns, splitList } from './value-lists';

/** The most characters that one value of a list has: a URI of the platform, or a name. */
const LONGEST_VALUE = 1_000;
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

function toList({ value }: { value: unknown }): unknown {
  return isText(value) || isList(value) ? splitList(value) : value;
}

/** A list of values, each of which is one of `values` if these are named. A list that is absent is undefined. */
export function QueryList({
  max,
  values,
  description,
}: {
  max: number;
  values?: readonly string[];
  description?: string;
}): PropertyDecorator {
  const allowed = values === undefined ? 'values' : `of ${values.map((value) => `'${value}'`).join(', ')}`;
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: LONGEST_VALUE, ...(values && { enum: [...values] }) },
      maxItems: max,
      description,
    }),
    Transform(toList),
    IsOptional(),
    ValidateBy({
      name: values === undefined ? 'isList' : 'isIn',
      validator: {
        validate: (given: unknown) =>
          isList(given) &&
          given.length <= max &&
          given.every((value) => value.trim() !== '' && value.length <= LONGEST_VALUE) &&
          given.every((value) => values?.includes(value) ?? true),
        defaultMessage: () =>
          `Input should be 1 to ${max} ${allowed} of 1 to ${LONGEST_VALUE} characters, separated by commas`,
      },
    }),
  );
}

/** Numbers of a cycle, such as the hours of a day: `7`, `6-11`, `22-4`, `6-9,17-19`. */
export function QueryRuns(bounds: { min: number; max: number }, description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', description, example: `${bounds.max - 1}-${bounds.min + 1}` }),
    Transform(({ value }: { value: unknown }) => {
      return isText(value) || isList(value) ? (parseRuns(splitList(value), bounds) ?? 'malformed') : value;
    }),
    IsOptional(),
    ValidateBy({
      name: 'isRuns',
      validator: {
        validate: (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'number'),
        defaultMessage: () =>
          `Input should be numbers from ${bounds.min} to ${bounds.max}, or runs of them such as ` +
          `${bounds.min}-${bounds.max}, separated by commas`,
      },
    }),
  );
}

/** `true` or `false`. */
export function QueryBoolean(description?: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'boolean', default: false, description }),
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsOptional(),
    ValidateBy({
      name: 'isIn',
      validator: {
        validate: (value: unknown) => typeof value === 'boolean',
        defaultMessage: () => "Input should be 'true' or 'false'",
      },
    }),
  );
}

/** A date, or a date-time with or without an offset. */
export function QueryInstant(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', oneOf: [{ format: 'date' }, { format: 'date-time' }], description }),
    IsOptional(),
    ValidateBy({
      name: 'isDateInput',
      validator: {
        validate: (value: unknown) => isText(value) && parseInstant(value) !== null,
        defaultMessage: () =>
          'Input should be a date or a date-time, such as 2024-05-01, 2024-05-01T18:30Z or 2024-05-01T18:30:00.000+02:00',
      },
    }),
  );
}

/** A rolling period or a unit of the calendar. */
export function QueryPeriod(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', description: PERIOD_FORMS, example: '2024-Q3' }),
    IsOptional(),
    ValidateBy({
      name: 'isIn',
      validator: {
        validate: (value: unknown) => isText(value) && isPeriod(value),
        defaultMessage: () => `Input should be ${PERIOD_FORMS}`,
      },
    }),
  );
}

/** The name of a zone of the IANA database. */
export function QueryZone(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', description: 'IANA zone, instead of your own', example: 'Asia/Kathmandu' }),
    IsOptional(),
    ValidateBy({
      name: 'isZone',
      validator: {
        validate: (value: unknown) => isText(value) && isKnownZone(value),
        defaultMessage: () => 'Input should be the name of an IANA time zone, such as Europe/Berlin',
      },
    }),
  );
}

/** Text that is not blank. */
export function QueryWords(max: number, { isRequired = false, description = '' } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'string', minLength: 1, maxLength: max, required: isRequired, description }),
    // In place of what a query that this one extends says of the same name.
    isRequired ? ValidateIf(() => true) : IsOptional(),
    ValidateBy({
      name: isRequired ? 'isDefined' : 'isWords',
      validator: {
        validate: (value: unknown) => isText(value) && value.trim() !== '' && value.length <= max,
        defaultMessage: () => `Input should be text of 1 to ${max} characters that is not blank`,
      },
    }),
  );
}
