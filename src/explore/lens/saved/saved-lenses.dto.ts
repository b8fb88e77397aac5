import { applyDecorators } from '@nestjs/common';
import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { IsDefined, IsObject, ValidateBy } from 'class-validator';
import { COUNT } from '../../../common/openapi';
import { NoOtherFields } from '../../../common/validation/contract-validation.pipe';
import { LensQuery } from '../lens.query';
import type { SavedLens } from './saved-lens.schema';

const LONGEST_NAME = 100;
const PARAMETERS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Parameters of a lens but `lens`, each as in an address',
  example: { period: 'year', genre: 'rock,jazz', min_ms: '30000' },
} as const;

/** The parameters that a saved lens can have. */
@NoOtherFields()
export class SavedLensQuery extends OmitType(LensQuery, ['lens']) {}

export class SavedLensBody {
  @LensName()
  name: string;

  @ApiProperty(PARAMETERS)
  @IsDefined({ message: 'Field required' })
  @IsObject({ message: 'Input should be an object of parameters' })
  query: Record<string, string>;
}

export class SavedLensChangesBody extends PartialType(SavedLensBody, { skipNullProperties: false }) {}

export class SavedLensResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty(PARAMETERS)
  query: Record<string, string>;

  @ApiProperty()
  created_at: Date;

  @ApiProperty({ description: 'When its name or its parameters were last changed' })
  updated_at: Date;
}

export class SavedLensesResponse {
  @ApiProperty({ type: [SavedLensResponse] })
  items: SavedLensResponse[];

  @ApiProperty(COUNT)
  total: number;
}

export class DeletedLensResponse {
  @ApiProperty({ enum: ['deleted'] })
  status: 'deleted';
}

export function toSavedLensResponse({ _id, name, query, created_at, updated_at }: SavedLens): SavedLensResponse {
  return { id: String(_id), name, query, created_at, updated_at };
}

function LensName(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, minLength: 1, maxLength: LONGEST_NAME, description: 'You have one lens of a name' }),
    IsDefined({ message: 'Field required' }),
    ValidateBy({
      name: 'isLensName',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && value !== '' && Array.from(value).length <= LONGEST_NAME,
        defaultMessage: () => `Input should be text of 1 to ${LONGEST_NAME} characters`,
      },
    }),
  );
}
