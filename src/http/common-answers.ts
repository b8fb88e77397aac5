import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorResponse, InvalidRequestResponse } from '../common/openapi';
import { isRepeatable } from './conditional-answers';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Reference = { $ref: string };
type Answer = Exclude<NonNullable<Operation['responses'][string]>, Reference>;
type Headers = NonNullable<Answer['headers']>;
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], Reference>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const SECONDS = { type: 'integer', minimum: 0 };

const HEADERS: Headers = {
  'X-Request-ID': {
    description: 'Of the request, made up when it carried none; the log of the service has it',
    required: true,
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'Requests that may be made in a window', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in this window', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Reset': { description: 'Seconds until the window ends', schema: SECONDS },
  'Retry-After': { description: 'Seconds after which trying again makes sense', required: true, schema: SECONDS },
  ETag: {
    description: 'Stays the same for as long as the answer does; good for `If-None-Match` of a later request',
    required: true,
    schema: { type: 'string' },
  },
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an answer that you have; when nothing has changed since, a 304 without a body says so',
  schema: { type: 'string' },
};

const TAG: Headers = { ETag: { $ref: '#/components/headers/ETag' } };
const UNCHANGED: Answer = { description: 'The answer is the one that you have', headers: TAG };

/** Errors that many operations can answer with, by their status. */
const ERRORS: Record<string, Answer> = {
  400: answer('The path is not percent-encoded UTF-8'),
  401: answer('Not authenticated, or the platform account is not linked (any more)'),
  403: answer('Asked for by a page of another website, or at a name that is not the service’s'),
  404: answer('There is no such saved lens of yours'),
  413: answer('The body is too large'),
  422: answer('The request does not fit its description', InvalidRequestResponse),
  429: answer('Rate limit exceeded'),
  500: answer('Internal error'),
  503: answer('The document database or the cache cannot be reached, or the platform takes no calls for now'),
  504: answer('The request took too long and was given up'),
};

/**
 * Completes a document with what is the same for all operations: the errors that any of them can answer with, unless an
 * operation describes one itself, the tags of answers that have one, and the headers of every answer.
 */
export function addCommonAnswers(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      if (method === 'get' && isRepeatable(path)) describeTag(operation);
      complete(operation.responses);
      const errors = commonErrors(path, method, operation);
      const references = errors.map((status) => [status, { $ref: `#/components/responses/${status}` }]);
      operation.responses = { ...Object.fromEntries(references), ...operation.responses } as Operation['responses'];
    }
  }
  const responses = { 304: UNCHANGED, ...ERRORS };
  complete(responses);
  const parameters = { IfNoneMatch: IF_NONE_MATCH };
  document.components = { ...document.components, headers: HEADERS, parameters, responses };
}

/** Of an operation that answers with JSON: streams have no tag. */
function describeTag(operation: Operation): void {
  const done = operation.responses[200];
  if (done === undefined || '$ref' in done || done.content?.['application/json'] === undefined) return;
  done.headers = { ...TAG, ...done.headers };
  operation.responses[304] = { $ref: '#/components/responses/304' };
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IfNoneMatch' }];
}

function commonErrors(path: string, method: (typeof METHODS)[number], operation: Operation): string[] {
  const parameters = (operation.parameters ?? []).filter((parameter) => 'in' in parameter);
  const hasInput = method !== 'get' || parameters.some((parameter) => parameter.in === 'query');
  const isPublic = operation.security?.some((schemes) => Object.keys(schemes).length === 0) === true;
  // The health of the service is told without looking at what it depends on.
  const hasDependencies = !path.startsWith('/api/health');
  return [
    ...(path.includes('{') ? ['400'] : []),
    ...(isPublic ? [] : ['401']),
    '403',
    ...(parameters.some(({ name }) => name === 'lens') ? ['404'] : []),
    ...(method === 'get' ? [] : ['413']),
    ...(hasInput ? ['422'] : []),
    '429',
    '500',
    ...(hasDependencies ? ['503'] : []),
    '504',
  ];
}

function answer(description: string, body: new () => object = ErrorResponse): Answer {
  return { description, content: { 'application/json': { schema: { $ref: getSchemaPath(body) } } } };
}

/** Adds what every answer has. */
function complete(answers: Record<string, Answer | Reference | undefined>): void {
  for (const [status, described] of Object.entries(answers)) {
    if (described === undefined || '$ref' in described) continue;
    const names = ['X-Request-ID', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    if (status === '429' || status === '503') names.push('Retry-After');
    const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
    described.description ||= 'Done';
    described.headers = { ...(Object.fromEntries(references) as Headers), ...described.headers };
  }
}
