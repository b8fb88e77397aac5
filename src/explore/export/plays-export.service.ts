import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { ColumnsFolder } from '../../columns/columns-folder.service';
import { ServiceUnavailable } from '../../common/errors/errors';
import { Explorer, type LensReader } from '../explorer.service';
import type { LensQuery } from '../lens/lens.query';
import { type PlaysOfDay, rangesOf } from './day-ranges';
import { CSV_LINES, EXPORTED, JSON_LINES, NAMED, PARQUET_ROWS, PLAYS_BY_DAY } from './plays-export.sql';
import { markAsUtc } from './utc-column';

const PLAYS_AT_ONCE = 30_000;

/** What a text begins with, and the statement that returns its lines. */
const TEXTS = {
  csv: { header: `${Object.keys(EXPORTED).join(',')}\r\n`, lines: CSV_LINES },
  jsonl: { header: '', lines: JSON_LINES },
};

/** Writes out the plays through a lens, oldest first, while they are read. */
@Injectable()
export class PlaysExport {
  private readonly logger = new Logger(PlaysExport.name);

  constructor(
    private readonly explorer: Explorer,
    private readonly folder: ColumnsFolder,
  ) {}

  /**
   * Resolves when it has begun, so that what is wrong with the lens can still be said.
   * @param gone aborted when nobody wants it any more, which ends the reading
   */
  text(userId: string, query: LensQuery, format: keyof typeof TEXTS, gone: AbortSignal): Promise<Readable> {
    const output = new PassThrough();
    let hasBegun = false;
    return new Promise((resolve, reject) => {
      const write = async (text: string): Promise<void> => {
        const isFull = !output.write(text);
        hasBegun = true;
        resolve(output);
        if (isFull) await once(output, 'drain', { signal: gone });
      };
      const writeAll = async (reader: LensReader): Promise<void> => {
        // The columns were damaged, and are read once more; half of the plays have been sent.
        if (hasBegun) throw new Error('The columns were damaged');
        await writeLines(reader, TEXTS[format], write);
      };
      this.explorer.read(userId, query, writeAll, gone).then(
        () => output.end(),
        (reason: unknown) => {
          const error = reason instanceof Error ? reason : new Error(String(reason));
          reject(error);
          if (!hasBegun) return;
          if (!gone.aborted) this.logger.error(error, `The export of plays of user ${userId} broke off`);
          output.destroy(gone.aborted ? undefined : error);
        },
      );
    });
  }

  /**
   * A Parquet file, which is written before it is sent: what is in it stands at its end.
   * @param gone aborted when nobody wants it any more, which ends the writing
   */
  async parquet(userId: string, query: LensQuery, gone: AbortSignal): Promise<{ content: Readable; length: number }> {
    const path = await this.folder.newExport('parquet');
    try {
      await this.explorer.read(userId, query, (reader) => writeFile(reader, path), gone);
      await markAsUtc(path, 'played_at');
      const file = await open(path);
      const { size } = await file.stat();
      return { content: file.createReadStream(), length: size };
    } finally {
      // What is open stays readable without a name, and goes when it is closed, come what may.
      await rm(path, { force: true });
    }
  }
}

/** Some days at a time: to put all plays into their order at once takes more memory than there is. */
async function writeLines(
  { keep, rows, texts }: LensReader,
  { header, lines }: (typeof TEXTS)[keyof typeof TEXTS],
  write: (text: string) => Promise<void>,
): Promise<void> {
  await keep('named', NAMED);
  const days = await rows<PlaysOfDay>(PLAYS_BY_DAY);
  let unwritten = header;
  for (const range of rangesOf(days, PLAYS_AT_ONCE)) {
    for await (const some of texts(lines, range)) {
      await write(`${unwritten}${some.join('')}`);
      unwritten = '';
    }
  }
  if (days.length === 0) await write(header);
}

/** @throws ServiceUnavailable when the file cannot be written: the columns are not to blame, and not built anew. */
async function writeFile({ keep, writeParquet }: LensReader, path: string): Promise<void> {
  await keep('named', NAMED);
  try {
    await writeParquet(PARQUET_ROWS, path);
  } catch (error) {
    const { message } = error as Error;
    if (!message.includes(path)) throw error;
    throw new ServiceUnavailable(`The file cannot be written to DATA_DIR/columns: ${message}`, { cause: error });
  }
}
