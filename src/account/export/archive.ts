import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportFile } from '../../database/user-data/user-data';
import { readme } from './readme';

/**
 * A zip of files that are made while it is read, no faster than it is read. An error on the way breaks it off, so that
 * half an archive never looks like a whole one; whoever gives it up ends the making of the files.
 */
export function archiveOf(files: AsyncIterable<ExportFile>, onError: (error: unknown) => void): Readable {
  const zip = new ZipFile();
  // Typed as less than it is: a PassThrough.
  const output = zip.outputStream as Readable;
  const gone = new AbortController();
  output.once('close', () => {
    gone.abort();
  });
  fill(zip, files, gone.signal).catch((error: unknown) => {
    if (gone.signal.aborted) return;
    onError(error);
    output.destroy(error as Error);
  });
  return output;
}

async function fill(zip: ZipFile, files: AsyncIterable<ExportFile>, gone: AbortSignal): Promise<void> {
  const written: ExportFile[] = [];
  for await (const file of files) {
    const content = Readable.from(file.content);
    zip.addReadStream(content, file.name);
    try {
      await finished(content, { signal: gone });
    } finally {
      // Closes what it reads from, too.
      content.destroy();
    }
    written.push(file);
  }
  zip.addBuffer(Buffer.from(readme(written)), 'README.txt');
  zip.end();
}
