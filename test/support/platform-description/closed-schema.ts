/** A schema of OpenAPI 3.0, as far as the platform's description makes use of it. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  discriminator?: { propertyName: string };
}

/**
 * The schema with everything that it refers to in its place, and closed: a field that the description does not name is
 * a fault, where JSON Schema would let it pass.
 *
 * @param resolve what a `$ref` means
 */
export function closedSchema(schema: Schema, resolve: (reference: string) => Schema): Schema {
  const close = (part: Schema): Schema => closedSchema(part, resolve);
  if (schema.$ref !== undefined) return close(resolve(schema.$ref));
  if (schema.allOf !== undefined) return merged(schema, schema.allOf.map(close));
  if (schema.oneOf !== undefined) {
    const tag = schema.discriminator?.propertyName;
    return { ...schema, oneOf: schema.oneOf.map(close), ...(tag && { type: 'object', required: [tag] }) };
  }
  if (schema.items !== undefined) return { ...schema, items: close(schema.items) };
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => [name, close(property)] as const);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}

/** All parts at once, as one object. */
function merged({ required = [], nullable = false }: Schema, parts: Schema[]): Schema {
  return {
    type: 'object',
    nullable: nullable || parts.some((part) => part.nullable),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>,
    required: [...new Set([...required, ...parts.flatMap((part) => part.required ?? [])])],
    additionalProperties: false,
  };
}
