import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathOf, usageError } from '../common/run-command';
import { StartError } from '../common/start-error';

/** A file to import. */
export interface LocalFile {
  path: string;
  /** In bytes. */
  size: number;
}

/**
 * The files of these names.
 * @throws StartError for the first that cannot be read
 */
export async function findFiles(names: string[], usage: string): Promise<LocalFile[]> {
  if (names.length === 0) throw usageError('Name the files to import.', usage);
  return Promise.all(names.map((name) => findFile(name, pathOf(name))));
}

async function findFile(name: string, path: string): Promise<LocalFile> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new StartError(`There is no file ${name} (looked for ${path}).`);
  if (found.isDirectory()) throw new StartError(`${name} is a folder. Name the files in it, such as ${name}/*.json.`);
  await access(path, constants.R_OK).catch(() => {
    throw new StartError(`${name} cannot be read by this user.`);
  });
  return { path, size: found.size };
}

/** The body of a multipart form with the files in its field `file`, read as it is sent. */
export async function* formOf(files: readonly LocalFile[], boundary: string): AsyncGenerator<Uint8Array> {
  for (const { path } of files) {
    const name = basename(path).replace(/["\r\n]/g, encodeURIComponent);
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    );
    yield* createReadStream(path) as AsyncIterable<Buffer>;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}
