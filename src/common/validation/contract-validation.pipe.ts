import { ArgumentMetadata, Injectable, SetMetadata, ValidationError, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { LRUCache } from 'lru-cache';
import { FieldProblem, InvalidRequest } from '../errors/errors';

/** Constraint of class-validator -> error type of Pydantic 2, in the order in which they are reported. */
const PYDANTIC_TYPES: Record<string, string> = {
  isDefined: 'missing',
  isInt: 'int_parsing',
  isNumber: 'float_parsing',
  isArray: 'list_type',
  isString: 'string_type',
  min: 'greater_than_equal',
  max: 'less_than_equal',
  isIn: 'enum',
  isDateInput: 'datetime_parsing',
};

const FALLBACK_TYPE = 'value_error';

const LOCATIONS: Partial<Record<ArgumentMetadata['type'], string>> = { query: 'query', param: 'path', body: 'body' };

/** How much text of queries is remembered, in characters. */
const MOST_TEXT = 256 * 1024;

const NO_OTHER_FIELDS = 'validation:no-other-fields';

/** A DTO for what cannot be undone: fields that it does not have are refused. Elsewhere they are passed over. */
export const NoOtherFields = (): ClassDecorator => SetMetadata(NO_OTHER_FIELDS, true);

/** Validates DTOs and reports what is wrong in the contract's 422 shape, one entry a field. */
@Injectable()
export class ContractValidationPipe extends ValidationPipe {
  /** By DTO and text: most requests ask what was asked before, and to validate them takes a tenth of their time. */
  private readonly queries = new LRUCache<string, object>({
    maxSize: MOST_TEXT,
    sizeCalculation: (_dto, text) => text.length,
  });

  constructor() {
    super({ transform: true, whitelist: true, exceptionFactory: (errors) => new InvalidRequest(problemsOf(errors)) });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const location = LOCATIONS[metadata.type];
    if (location === undefined) return value;
    if (location === 'body' && value !== undefined && !isPlainObject(value))
      throw new InvalidRequest([
        { loc: ['body'], msg: 'Input should be a JSON object', type: 'model_attributes_type' },
      ]);
    if (location !== 'query' || metadata.metatype === Object) return this.valid(value, metadata, location);
    const query = `${metadata.metatype?.name ?? ''} ${JSON.stringify(value)}`;
    const known = this.queries.get(query);
    if (known !== undefined && known.constructor === metadata.metatype) return known;
    const dto = (await this.valid(value, metadata, location)) as object;
    this.queries.set(query, Object.freeze(dto));
    return dto;
  }

  private async valid(value: unknown, metadata: ArgumentMetadata, location: string): Promise<unknown> {
    // Before Nest takes some names out of the value, such as `constructor`.
    const problems = otherFields(value, metadata.metatype);
    let dto: unknown;
    try {
      dto = await super.transform(value, metadata);
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error;
      problems.push(...error.problems);
    }
    if (problems.length === 0) return dto;
    throw new InvalidRequest(problems.map((problem) => ({ ...problem, loc: [location, ...problem.loc] })));
  }
}

/** The fields that a DTO does not have, if it refuses them. */
function otherFields(value: unknown, metatype: ArgumentMetadata['metatype']): FieldProblem[] {
  if (metatype === undefined || !Reflect.hasMetadata(NO_OTHER_FIELDS, metatype)) return [];
  const validated = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
  const known = new Set(validated.map(({ propertyName }) => propertyName));
  return Object.keys(value ?? {})
    .filter((name) => !known.has(name))
    .map((name) => ({
      loc: [name],
      msg: `There is no "${name}" here. What there is: ${[...known].sort().join(', ')}`,
      type: 'extra_forbidden',
    }));
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemsOf(errors: ValidationError[], path: string[] = []): FieldProblem[] {
  return errors.flatMap((error) => {
    const loc = [...path, error.property];
    if (error.constraints === undefined) return problemsOf(error.children ?? [], loc);
    const failed = error.constraints;
    const constraint = Object.keys(PYDANTIC_TYPES).find((name) => name in failed) ?? Object.keys(failed)[0] ?? '';
    return [
      { loc, msg: failed[constraint] ?? 'Input is not valid', type: PYDANTIC_TYPES[constraint] ?? FALLBACK_TYPE },
    ];
  });
}
