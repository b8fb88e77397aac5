import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsNumber, IsOptional, IsString, Max, Min } from 'class-validator';

const INTEGER = /^-?\d+$/;

/** Beyond this a page number means "past the end" all the same, and arithmetic on it would not be exact. */
const LARGEST = Number.MAX_SAFE_INTEGER;

function parseInteger({ value }: { value: unknown }): unknown {
  if (typeof value !== 'string' || !INTEGER.test(value)) return value;
  return Math.max(-LARGEST, Math.min(LARGEST, Number(value)));
}

/**
 * An integer of the query string, with inclusive bounds; the property's initial value is its default.
 * `1e1`, `0x10`, an empty and a repeated value are refused.
 */
export function QueryInt(
  options: { min?: number; max?: number; default?: number; description?: string } = {},
): PropertyDecorator {
  const { min, max, description } = options;
  return applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: min, maximum: max, default: options.default, description }),
    Transform(parseInteger),
    ...(options.default === undefined ? [IsOptional()] : []),
    IsInt({ message: 'Input should be a valid integer, unable to parse string as an integer' }),
    ...(min === undefined ? [] : [Min(min, { message: `Input should be greater than or equal to ${min}` })]),
    ...(max === undefined ? [] : [Max(max, { message: `Input should be less than or equal to ${max}` })]),
  );
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A number of the query string, with inclusive bounds; the property's initial value is its default. */
export function QueryNumber(options: {
  min: number;
  max: number;
  default: number;
  description?: string;
}): PropertyDecorator {
  const { min, max, description } = options;
  return applyDecorators(
    ApiPropertyOptional({ type: 'number', minimum: min, maximum: max, default: options.default, description }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value,
    ),
    IsNumber({}, { message: 'Input should be a valid number, unable to parse string as a number' }),
    Min(min, { message: `Input should be greater than or equal to ${min}` }),
    Max(max, { message: `Input should be less than or equal to ${max}` }),
  );
}

/** One of a list of words; the property's initial value is its default. */
export function QueryEnum(values: readonly string[], options: { default?: string } = {}): PropertyDecorator {
  const quoted = values.map((value) => `'${value}'`);
  const listed =
    quoted.length === 1 ? quoted.join() : `${quoted.slice(0, -1).join(', ')} or ${quoted.slice(-1).join()}`;
  return applyDecorators(
    ApiPropertyOptional({ enum: values, default: options.default }),
    ...(options.default === undefined ? [IsOptional()] : []),
    IsIn(values, { message: `Input should be ${listed}` }),
  );
}

/** Optional text of the query string. */
export function QueryText(description?: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', description }),
    IsOptional(),
    IsString({ message: 'Input should be a valid string' }),
  );
}
