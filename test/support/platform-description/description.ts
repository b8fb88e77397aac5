import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { closedSchema, type Schema } from './closed-schema';
import type { Exchange } from './exchange-recorder';

interface Reference {
  $ref?: string;
}
interface Parameter extends Reference {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  schema: Schema;
}
type Content = Record<string, { schema: Schema }>;
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Reference & { content?: Content }>;
  security: { oauth_2_0: string[] }[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: { oauth_2_0: { flows: { authorizationCode: { scopes: Record<string, string> } } } };
  };
}

const JSON_TYPE = 'application/json';
const PREFIX = '/v1';
/** Body of every error. */
const ERROR: Schema = {
  type: 'object',
  required: ['error'],
  properties: { error: { $ref: '#/components/schemas/ErrorObject' } },
};

/** The platform's published description of its Web API, and what of an exchange differs from it. */
export class PlatformDescription {
  private readonly document = JSON.parse(readFileSync(join(__dirname, 'platform-openapi.json'), 'utf8')) as Document;
  private readonly bodies = addFormats(new Ajv({ allErrors: true, strict: false, discriminator: true }));
  /** Of a query everything is text, and lists are in commas. */
  private readonly queries = new Ajv({ allErrors: true, strict: false, coerceTypes: true });
  private readonly validators = new Map<string, ValidateFunction>();

  /** Scopes that there are. */
  get scopes(): string[] {
    return Object.keys(this.document.components.securitySchemes.oauth_2_0.flows.authorizationCode.scopes);
  }

  /** Method and path of the operation that an exchange belongs to, as the description writes them; null for none. */
  operationOf({ method, path }: Pick<Exchange, 'method' | 'path'>): string | null {
    const segments = path.slice(PREFIX.length).split('/');
    const matches = Object.entries(this.document.paths)
      .filter(([, operations]) => method.toLowerCase() in operations)
      .map(([template]) => template)
      .filter((template) => path.startsWith(`${PREFIX}/`) && fits(template.split('/'), segments))
      .sort((one, other) => parametersIn(one) - parametersIn(other));
    return matches[0] === undefined ? null : `${method} ${matches[0]}`;
  }

  /** Scopes that an operation demands. */
  scopesFor(operation: string): string[] {
    return this.find(operation).security.flatMap(({ oauth_2_0 }) => oauth_2_0);
  }

  /** What of the request the description does not allow; sentences that begin with the operation. */
  problemsOfRequest(exchange: Exchange): string[] {
    const name = this.operationOf(exchange);
    if (name === null) return [`${exchange.method} ${exchange.path} is not described`];
    const problems = [...this.problemsOfQuery(name, exchange.query), ...this.problemsOfBody(name, exchange)];
    return problems.map((problem) => `${name}: ${problem}`);
  }

  /** What of the answer the description does not allow; sentences that begin with the operation and the status. */
  problemsOfAnswer(exchange: Exchange): string[] {
    const { status, answerBody } = exchange;
    const name = this.operationOf(exchange);
    if (name === null) return [];
    const response = this.find(name).responses[status];
    const problems = (): string[] => {
      if (response === undefined)
        return ['this status is not described', ...this.problemsOfJson('error', ERROR, answerBody)];
      const schema = this.resolved(response).content?.[JSON_TYPE]?.schema;
      if (schema === undefined) return answerBody === '' ? [] : ['a body is not described'];
      return this.problemsOfJson(`${name} ${status}`, schema, answerBody);
    };
    return problems().map((problem) => `${name} ${status}: ${problem}`);
  }

  private problemsOfQuery(name: string, query: string): string[] {
    const parameters = (this.find(name).parameters ?? [])
      .map((parameter) => this.resolved(parameter))
      .filter((parameter) => parameter.in === 'query');
    const asArray = new Set(
      parameters.filter(({ schema }) => schema.type === 'array').map((parameter) => parameter.name),
    );
    const given = [...new URLSearchParams(query)];
    const values = Object.fromEntries(given.map(([key, text]) => [key, asArray.has(key) ? text.split(',') : text]));
    const validate = this.validator(`query of ${name}`, () =>
      this.queries.compile({
        type: 'object',
        properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
        required: parameters.filter(({ required }) => required).map((parameter) => parameter.name),
        additionalProperties: false,
      }),
    );
    const repeated = given.length === Object.keys(values).length ? [] : ['a query parameter is repeated'];
    return [...repeated, ...(validate(values) ? [] : sentences(validate.errors, 'query'))];
  }

  private problemsOfBody(name: string, { requestBody, contentType }: Exchange): string[] {
    if (requestBody === '') return [];
    const { requestBody: described } = this.find(name);
    if (described === undefined) return ['a body is not described'];
    const schema = described.content[contentType.split(';')[0] ?? '']?.schema;
    if (schema === undefined) return [`a body of type "${contentType}" is not described`];
    return this.problemsOfJson(`body of ${name}`, schema, requestBody);
  }

  private problemsOfJson(key: string, schema: Schema, text: string): string[] {
    const validate = this.validator(key, () =>
      this.bodies.compile(closedSchema(schema, (reference) => this.lookUp(reference) as Schema)),
    );
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return ['the body is no JSON'];
    }
    return validate(value) ? [] : sentences(validate.errors, 'body');
  }

  private validator(key: string, compile: () => ValidateFunction): ValidateFunction {
    const validate = this.validators.get(key) ?? compile();
    this.validators.set(key, validate);
    return validate;
  }

  private find(operation: string): Operation {
    const [method = '', template = ''] = operation.split(' ');
    const found = this.document.paths[template]?.[method.toLowerCase()];
    if (found === undefined) throw new Error(`${operation} is not described`);
    return found;
  }

  private resolved<Part extends Reference>(part: Part): Part {
    return part.$ref === undefined ? part : (this.lookUp(part.$ref) as Part);
  }

  /** The part of the document at a JSON pointer (RFC 6901) such as `#/components/schemas/TrackObject`. */
  private lookUp(reference: string): unknown {
    const keys = reference.slice('#/'.length).split('/');
    return keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], this.document);
  }
}

function fits(template: string[], segments: string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => part.startsWith('{') || part === segments[index])
  );
}

function parametersIn(template: string): number {
  return template.split('{').length - 1;
}

/** One sentence for each kind of error, whichever entry of a list it was met in. */
function sentences(errors: ErrorObject[] | null | undefined, where: string): string[] {
  const all = (errors ?? []).map(({ instancePath, message = '', params }) => {
    const field = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : '';
    return `${where}${instancePath.replace(/\/\d+(?=\/|$)/g, '/*')} ${message}${field}`;
  });
  return [...new Set(all)];
}
