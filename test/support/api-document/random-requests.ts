import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../platform-description/closed-schema';
import { accountRecord, extendedRecord } from '../small-uploads';
import type { ApiDocument, Operation, Parameter } from './document';

/** Stands in a path for something that is there. */
export const KNOWN = '{known}';

export interface RandomRequest {
  /** Such as `GET /api/v1/history`. */
  operation: string;
  as: 'listener' | 'stranger' | 'nobody' | 'forger';
  /** Path parameters by name. */
  path: Record<string, string>;
  query: [string, string][];
  body: RandomBody | null;
}

export type RandomBody = { type: string; text: string } | { field: string; fileName: string; content: string };

/** After it there is no listener any more whose requests could succeed. */
const LEAVING = 'DELETE /api/v1/users/me';

/** Any request to any operation of a document but the last: most fit it in part, some in all, some not at all. */
export function randomRequest(document: ApiDocument): Arbitrary<RandomRequest> {
  const operations = document.operations.filter(({ name }) => name !== LEAVING);
  return fc.oneof(...operations.map((operation) => requestTo(operation, document)));
}

function requestTo(operation: Operation, document: ApiDocument): Arbitrary<RandomRequest> {
  const { name, method, parameters } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc.record({
    operation: fc.constant(name),
    as: fc.oneof(
      { weight: 6, arbitrary: fc.constant('listener' as const) },
      fc.constantFrom('stranger' as const, 'nobody' as const, 'forger' as const),
    ),
    path: fc.record(Object.fromEntries(inPath.map((parameter) => [parameter.name, PATH_SEGMENT]))),
    query: fc.array(queryPair(inQuery), { maxLength: 4 }),
    body: method === 'GET' ? fc.constant(null) : bodyOf(operation, document),
  });
}

/** Well-formed Unicode, since nothing else can be sent; control characters included. */
const TEXT = fc.string({ unit: 'binary', maxLength: 40 });
const WORDS = fc.constantFrom(
  '',
  'null',
  '[object Object]',
  '*',
  '**',
  '.*',
  '(',
  '$where',
  'GET',
  'platform',
  '\u0000',
);
const ODD_TEXT = fc.oneof(TEXT, WORDS);

const PATH_SEGMENT = fc
  .oneof(
    { weight: 4, arbitrary: fc.constant(KNOWN) },
    fc.stringMatching(/^[0-9a-f]{24}$/),
    fc.string({ minLength: 12, maxLength: 12 }),
    TEXT,
    fc.constant('x'.repeat(200)),
  )
  // These would make another path.
  .filter((segment) => !['', '.', '..', 'top', 'stats'].includes(segment));

const ODD_NUMBER = fc.constantFrom('1e1', '0x10', '1.5', ' 1', '-0', '00', '9'.repeat(30), `-${'9'.repeat(30)}`, 'NaN');

const DATE = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
const SANE_DATE = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

function queryPair(parameters: Parameter[]): Arbitrary<[string, string]> {
  const unknown = fc.tuple(TEXT, TEXT);
  return fc.oneof(
    unknown,
    ...parameters.map((parameter) => ({
      weight: 4,
      arbitrary: fc.tuple(
        fc.constant(parameter.name),
        fc.oneof({ weight: 4, arbitrary: fitting(parameter) }, { weight: 1, arbitrary: ODD_TEXT }),
      ),
    })),
  );
}

function fitting({ schema }: Parameter): Arbitrary<string> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer') {
    const { minimum: min = 0, maximum: max = 1_000 } = schema;
    return fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min, max }).map(String) },
      fc.integer().map(String),
      ODD_NUMBER,
    );
  }
  if (schema.oneOf !== undefined) {
    return fc.oneof(
      SANE_DATE,
      SANE_DATE.map((date) => date.slice(0, 10)),
      DATE,
      fc.constantFrom('2024-02-30', '2024-13-01', '0000-01-01', '2024-01-01T25:00:00Z', '2024-01-01T00:00:00+99:99'),
    );
  }
  return fc.oneof(
    ODD_TEXT,
    TEXT.map((text) => `${text}*`),
    TEXT.map((text) => `*${text}*`),
  );
}

function bodyOf({ requestBody }: Operation, document: ApiDocument): Arbitrary<RandomBody | null> {
  const json = requestBody?.content['application/json']?.schema;
  const takesForm = requestBody?.content['multipart/form-data'] !== undefined;
  const sent = (type: string, text: Arbitrary<string>): Arbitrary<RandomBody> =>
    text.map((body) => ({ type, text: body }));
  const anything = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value));
  return fc.oneof(
    fc.constant(null),
    sent('application/json', fc.oneof(anything, TEXT)),
    sent('text/plain', TEXT),
    sent('multipart/form-data; boundary=x', TEXT),
    ...(json === undefined ? [] : [{ weight: 6, arbitrary: sent('application/json', jsonOf(json, document)) }]),
    ...(takesForm ? [{ weight: 8, arbitrary: UPLOAD }] : []),
  );
}

function jsonOf(schema: Schema, document: ApiDocument): Arbitrary<string> {
  const { properties = {} } = document.resolved(schema);
  const values = Object.entries(properties).map(([name, property]) => [name, valueOf(property)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] }).map((value) => JSON.stringify(value));
}

function valueOf({ type }: Schema): Arbitrary<unknown> {
  const text = fc.oneof(ODD_TEXT, fc.constantFrom('Europe/Berlin', 'UTC', 'Pacific/Apia', '+02:00'));
  const fits = type === 'array' ? fc.array(text, { maxLength: 3 }) : text;
  return fc.oneof({ weight: 3, arbitrary: fits }, fc.jsonValue({ maxDepth: 1 }));
}

const RECORD = fc.oneof(
  fc.record({ ts: SANE_DATE, ms_played: fc.oneof(fc.nat(), fc.double(), TEXT) }).map(extendedRecord),
  TEXT.map((name) => extendedRecord({ master_metadata_track_name: name, spotify_track_uri: null })),
  TEXT.map((name) => accountRecord({ artistName: name })),
  fc.jsonValue({ maxDepth: 1 }),
);
const UPLOAD = fc.record({
  field: fc.oneof({ weight: 5, arbitrary: fc.constant('file') }, fc.string()),
  fileName: fc.oneof(fc.constantFrom('Streaming_History_Audio_2023.json', 'my.zip', 'a.json.gz', '../x'), TEXT),
  content: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.array(RECORD, { minLength: 1, maxLength: 5 }).map((records) => JSON.stringify(records)),
    },
    TEXT,
    fc.constantFrom('PK\u0003\u0004', '\u001f\u008b\b', '[{"ts":'),
  ),
});
