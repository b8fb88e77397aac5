import type { Type } from '@nestjs/common';
import { Type as Converted } from 'class-transformer';
import { IsInt, IsString, Max } from 'class-validator';
import { ContractValidationPipe } from './contract-validation.pipe';

class PageQuery {
  @Converted(() => Number)
  @IsInt()
  @Max(50)
  page: number;
}

/** Of another module, where it is called the same. */
const other = {
  PageQuery: class PageQuery {
    page: string;
  },
};
IsString()(other.PageQuery.prototype, 'page');

describe('queries that were validated before', () => {
  let pipe: ContractValidationPipe;
  beforeEach(() => {
    pipe = new ContractValidationPipe();
  });

  const validated = (value: object, metatype: Type = PageQuery): Promise<unknown> =>
    pipe.transform(value, { type: 'query', metatype });

  it('are the same DTO again, which nobody can change', async () => {
    const first = await validated({ page: '2' });
    expect(first).toEqual(Object.assign(new PageQuery(), { page: 2 }));
    expect(await validated({ page: '2' })).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
    expect(await validated({ page: '3' })).toMatchObject({ page: 3 });
  });

  it('are told apart from those of a DTO with the same name', async () => {
    await validated({ page: '2' });
    expect(await validated({ page: '2' }, other.PageQuery)).toEqual(
      Object.assign(new other.PageQuery(), { page: '2' }),
    );
  });

  it('are refused each time when they are wrong', async () => {
    const problems = [{ loc: ['query', 'page'], type: 'less_than_equal' }];
    for (let time = 0; time < 2; time++) await expect(validated({ page: '99' })).rejects.toMatchObject({ problems });
  });
});
