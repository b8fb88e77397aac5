import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '../platform-description/closed-schema';
import type { TestApp } from '../test-app';

type Reference = { $ref?: string };

/** The parts of an OpenAPI document that tests look at. */
export interface Parameter extends Reference {
  name: string;
  in: 'query' | 'path' | 'header';
  description?: string;
  required: boolean;
  schema: ParameterSchema;
}

export interface ParameterSchema {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  default?: string | number;
  oneOf?: { format: string }[];
}

export type Content = Record<string, { schema: Schema }>;
export type Header = Reference & { required?: boolean };

export interface DescribedAnswer extends Reference {
  content?: Content;
  headers?: Record<string, Header>;
}

export interface Operation {
  /** Method and path, such as `GET /api/v1/tracks/{track_id}`. */
  name: string;
  method: string;
  path: string;
  operationId: string;
  summary: string;
  tags: string[];
  isPublic: boolean;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, DescribedAnswer>;
}

type PathItem = Record<string, Omit<Operation, 'name' | 'method' | 'path' | 'isPublic'> & { security?: object[] }>;

/** The description that the service gives of itself. */
export class ApiDocument {
  readonly operations: Operation[];

  constructor(readonly source: OpenAPIObject) {
    this.operations = Object.entries(source.paths as Record<string, PathItem>).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => ({
        ...described,
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: described.parameters.map((parameter) => this.resolved(parameter)),
        isPublic: described.security?.some((schemes) => Object.keys(schemes).length === 0) === true,
      })),
    );
  }

  static async of(api: TestApp): Promise<ApiDocument> {
    const { body } = await api.call('/api/openapi.json');
    return new ApiDocument(body as unknown as OpenAPIObject);
  }

  operation(name: string): Operation {
    const found = this.operations.find((operation) => operation.name === name);
    if (found === undefined) throw new Error(`${name} is not described`);
    return found;
  }

  /** What a part of the document is, or refers to. */
  resolved<Part extends Reference>(part: Part): Part {
    return part.$ref === undefined ? part : this.resolved(this.at(part.$ref) as Part);
  }

  /** The part of the document that a reference such as `#/components/schemas/Name` means. */
  at(reference: string): object {
    const steps = reference.slice('#/'.length).split('/');
    const part = steps.reduce<unknown>(
      (whole, step) => (whole as Record<string, unknown> | undefined)?.[step],
      this.source,
    );
    if (typeof part !== 'object' || part === null) throw new Error(`${reference} is not in the document`);
    return part;
  }
}
