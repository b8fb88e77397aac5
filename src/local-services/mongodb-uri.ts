/**
 * A MongoDB URI that names a database: `databaseName` where it named none, the same URI where it did.
 * The host part of a URI holds no raw slash, so the first one after the scheme begins the database's name.
 */
export function withDatabaseName(uri: string, databaseName: string): string {
  const parts = partsOf(uri);
  if (parts === null || parts[2] !== '') return uri;
  const [, server = '', , options = ''] = parts;
  return `${server}/${databaseName}${options}`;
}

/** Whether a URI names a database; one that is unset does not. */
export function namesDatabase(uri = ''): boolean {
  return databaseNameIn(uri) !== undefined;
}

/** The database that a URI names. */
export function databaseNameIn(uri: string): string | undefined {
  const name = partsOf(uri)?.[2] ?? '';
  return name === '' ? undefined : decodeURIComponent(name);
}

function partsOf(uri: string): RegExpExecArray | null {
  return /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?([^?]*)(\?.*)?$/.exec(uri);
}

/** The URI of a server on a Unix socket, whose path must end in `.sock` for the driver to see it as one. */
export function socketMongodbUri(socketPath: string, databaseName: string): string {
  return `mongodb://${encodeURIComponent(socketPath)}/${databaseName}`;
}
