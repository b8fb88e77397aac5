import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiExtraModels, ApiProperty, ApiResponse, refs } from '@nestjs/swagger';
import type { FieldProblem } from './errors/errors';

/** A number of things, or of milliseconds. */
export const COUNT = { type: 'integer', minimum: 0 } as const;

/** How much of something there is, from none to all. */
export const SHARE = { type: 'number', minimum: 0, maximum: 1 } as const;

export const PERCENTAGE = { type: 'number', minimum: 0, maximum: 100 } as const;

/** Position in a top list. */
export const RANK = { type: 'integer', minimum: 1 } as const;

export const NULLABLE_DATE = { type: Date, nullable: true } as const;

/** Body of every error answer but 422. */
export class ErrorResponse {
  @ApiProperty({ description: 'What went wrong and what to do, for a person' })
  detail: string;

  @ApiProperty({ description: 'Under which the log of the service has the request; also sent as X-Request-ID' })
  request_id: string;
}

class FieldProblemResponse implements FieldProblem {
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    description: '`query`, `path` or `body`, then the name of the field, then positions inside it',
    example: ['query', 'limit'],
  })
  loc: (string | number)[];

  @ApiProperty({ example: 'Input should be less than or equal to 100' })
  msg: string;

  @ApiProperty({ description: 'One of Pydantic 2’s error types', example: 'less_than_equal' })
  type: string;
}

/** Body of a 422. */
export class InvalidRequestResponse {
  @ApiProperty({ type: [FieldProblemResponse], description: 'One entry for each field that is wrong' })
  detail: FieldProblemResponse[];

  @ApiProperty()
  request_id: string;
}

/**
 * The errors of an operation by their status. Those that any operation can answer with, such as 401 and 429, are not
 * named here: the document gets them for all at once.
 */
export function ApiErrors(errors: Readonly<Record<number, string>>): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...Object.entries(errors).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, type: ErrorResponse }),
    ),
  );
}

/** An operation that answers in one of several forms. */
export function ApiOkOneOf(...forms: (new () => object)[]): MethodDecorator {
  return applyDecorators(ApiExtraModels(...forms), ApiOkResponse({ schema: { oneOf: refs(...forms) } }));
}
