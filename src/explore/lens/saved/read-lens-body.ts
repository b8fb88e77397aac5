import { InvalidRequest, type FieldProblem } from '../../../common/errors/errors';
import { ContractValidationPipe } from '../../../common/validation/contract-validation.pipe';
import { resolveLens } from '../lens';
import { SavedLensQuery, type SavedLensBody } from './saved-lenses.dto';

const pipe = new ContractValidationPipe();

/** The parameters of a saved lens as those of a request. @throws InvalidRequest */
export async function parseParameters(query: Record<string, unknown>): Promise<SavedLensQuery> {
  return (await pipe.transform(query, { type: 'query', metatype: SavedLensQuery })) as SavedLensQuery;
}

/**
 * Checks the body of a request that saves a lens, all of it before it complains.
 * @param zone the user's
 * @throws InvalidRequest
 */
export async function readLensBody<Body extends Partial<SavedLensBody>>(
  body: unknown,
  type: new () => Body,
  zone: string,
): Promise<Body> {
  const problems: FieldProblem[] = [];
  const read = await collecting(problems, () => pipe.transform(body, { type: 'body', metatype: type }));
  const given = (body as Partial<SavedLensBody> | undefined)?.query;
  if (isObject(given)) problems.push(...(await parameterProblems(given, zone)));
  if (problems.length > 0) throw new InvalidRequest(problems);
  return read as Body;
}

async function parameterProblems(query: Record<string, unknown>, zone: string): Promise<FieldProblem[]> {
  const entries = Object.entries(query);
  const problems = entries
    .filter(([, value]) => typeof value !== 'string')
    .map(([name]): FieldProblem => {
      return { loc: ['query', name], msg: 'Input should be a valid string', type: 'string_type' };
    });
  const texts = Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
  await collecting(problems, async () => resolveLens(await parseParameters(texts), zone, new Date()));
  return problems.map((problem) => ({ ...problem, loc: ['body', ...problem.loc] }));
}

async function collecting<T>(problems: FieldProblem[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
