import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { closedSchema, type Schema } from '../platform-description/closed-schema';
import type { ApiDocument, Operation } from './document';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Holds answers to a document: every status, header and field of an answer must stand in it. */
export class AnswerCheck {
  private readonly ajv = addFormats(new Ajv({ allErrors: true, strict: false }));
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: ApiDocument) {}

  /** What of an answer the document does not allow, in sentences. */
  problemsOf(operation: Operation, answer: RawAnswer): string[] {
    const { status, headers, text } = answer;
    const described = operation.responses[status];
    if (described === undefined) return [`${operation.name} ${status}: this status is not described: ${text}`];
    const resolved = this.document.resolved(described);
    const problems: string[] = [];
    for (const [name, header] of Object.entries(resolved.headers ?? {})) {
      if (this.document.resolved(header).required === true && !headers.has(name)) problems.push(`${name} is missing`);
    }
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = resolved.content?.[type];
    if (resolved.content === undefined) {
      if (text !== '') problems.push(`a body is not described: ${text}`);
    } else if (content === undefined) problems.push(`a body of type "${type}" is not described`);
    else if (type === 'application/json') {
      problems.push(...this.problemsOfJson(`${operation.name} ${status}`, content.schema, text));
    }
    return problems.map((problem) => `${operation.name} ${status}: ${problem}`);
  }

  private problemsOfJson(key: string, schema: Schema, text: string): string[] {
    const validate = this.validators.get(key) ?? this.ajv.compile(this.closed(schema));
    this.validators.set(key, validate);
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  private closed(schema: Schema): Schema {
    return closedSchema(schema, (reference) => this.document.at(reference));
  }
}
