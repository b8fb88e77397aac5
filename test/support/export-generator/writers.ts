import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ZipFile } from 'yazl';
import { generateAccountHistory, type AccountOptions } from './account';
import { generateHistory, type HistoryOptions } from './history';
import type { ExtendedRecord } from './record';
import { jsonArrayText, take, type TextOptions } from './text';

/** A file, or an entry of a zip, with the number of records in it. */
export interface WrittenFile {
  name: string;
  records: number;
}

/** A text of records to write, counted while it is read. */
interface Part {
  name: string;
  text: Iterable<string>;
  written: () => WrittenFile;
}

function part(name: string, records: Iterable<unknown>, text: TextOptions): Part {
  let count = 0;
  function* counted(): Generator {
    for (const record of records) {
      count += 1;
      yield record;
    }
  }
  return { name, text: jsonArrayText(counted(), text), written: () => ({ name, records: count }) };
}

async function writePart(path: string, made: Part): Promise<WrittenFile> {
  const source = Readable.from(made.text, { objectMode: false });
  const file = createWriteStream(path);
  if (path.endsWith('.gz')) await pipeline(source, createGzip(), file);
  else await pipeline(source, file);
  return made.written();
}

/** Of a zip's levels the one that takes the least time. */
const FAST = 1;

async function writeZip(path: string, parts: readonly Part[], others: Record<string, string>): Promise<WrittenFile[]> {
  const zip = new ZipFile();
  const file = createWriteStream(path);
  const mtime = new Date(Date.UTC(2024, 0, 15));
  for (const [name, content] of Object.entries(others)) zip.addBuffer(Buffer.from(content), name, { mtime });
  for (const made of parts) {
    zip.addReadStreamLazy(made.name, { mtime, compressionLevel: FAST }, (done) => {
      const source = Readable.from(made.text, { objectMode: false });
      // The zip does not pass on an entry's failure.
      source.once('error', (error) => file.destroy(error));
      done(null, source);
    });
  }
  zip.end();
  await pipeline(zip.outputStream, file);
  return parts.map((made) => made.written());
}

export interface ExtendedOptions extends TextOptions {
  /** The history's records, where they have been made already. */
  records?: Iterable<ExtendedRecord>;
}

/** Writes an extended history as one JSON file; a path that ends in `.gz` is compressed. */
export async function writeExtendedJson(
  path: string,
  history: HistoryOptions,
  { records = generateHistory(history), ...text }: ExtendedOptions = {},
): Promise<WrittenFile> {
  return writePart(path, part(path, records, text));
}

export interface ZipOptions extends TextOptions {
  /** Number of history files in the zip; default 12. */
  files?: number;
  /** Folder inside the zip, empty for a zip that was packed again without it. */
  folder?: string;
}

const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Writes an extended history as the platform packs it: numbered files in a folder, with other entries beside them. */
export async function writeExtendedZip(
  path: string,
  history: HistoryOptions,
  options: ZipOptions & ExtendedOptions = {},
): Promise<WrittenFile[]> {
  const {
    files = 12,
    folder = 'Spotify Extended Streaming History',
    records = generateHistory(history),
    ...text
  } = options;
  const source = records[Symbol.iterator]();
  const share = Math.ceil(history.records / files);
  const lastYear = history.endDate.getUTCFullYear();
  const parts = Array.from({ length: files }, (_, i) => {
    const year = lastYear - Math.round((history.years ?? 8) * (1 - i / files));
    const name = inFolder(folder, `Streaming_History_Audio_${year}-${Math.min(year + 1, lastYear)}_${i}.json`);
    return part(name, take(source, share), text);
  });
  return writeZip(path, parts, {
    [inFolder(folder, 'ReadMeFirst_ExtendedStreamingHistory.pdf')]: '%PDF-1.4\n%%EOF\n',
    [inFolder(folder, 'Userdata.json')]: '{"username":"listener-one","country":"DE"}',
    [`__MACOSX/._history`]: '\u0000\u0005\u0016\u0007',
  });
}

function countOf(records: Iterator<unknown>): number {
  let count = 0;
  while (records.next().done !== true) count += 1;
  return count;
}

function* accountParts(
  paths: readonly string[],
  history: HistoryOptions,
  account: AccountOptions,
  text: TextOptions,
): Generator<Part> {
  const share =
    paths.length === 1 ? Infinity : Math.ceil(countOf(generateAccountHistory(history, account)) / paths.length);
  const source = generateAccountHistory(history, account);
  for (const path of paths) yield part(path, take(source, share), text);
}

/**
 * Writes the account data of the same listening, split over the paths; a path that ends in `.gz` is compressed.
 * Podcast records lie among the others unless `content` says otherwise.
 */
export async function writeAccountData(
  paths: string | readonly string[],
  history: HistoryOptions,
  options: AccountOptions & TextOptions = {},
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const made of accountParts(typeof paths === 'string' ? [paths] : paths, history, options, options)) {
    written.push(await writePart(made.name, made));
  }
  return written;
}

/** Writes the account data as the platform packs it: music files, a podcast file and other entries in a folder. */
export async function writeAccountZip(
  path: string,
  history: HistoryOptions,
  options: AccountOptions & ZipOptions = {},
): Promise<WrittenFile[]> {
  const { files = 1, folder = 'Spotify Account Data', days, ...text } = options;
  const music = Array.from({ length: files }, (_, i) => inFolder(folder, `StreamingHistory_music_${i}.json`));
  const podcasts = [inFolder(folder, 'StreamingHistory_podcast_0.json')];
  const parts = [
    ...accountParts(music, history, { days, content: 'music' }, text),
    ...accountParts(podcasts, history, { days, content: 'podcast' }, text),
  ];
  return writeZip(path, parts, {
    [inFolder(folder, 'Playlist1.json')]: '{"playlists":[]}',
    [inFolder(folder, 'Read_Me_First.pdf')]: '%PDF-1.4\n%%EOF\n',
  });
}
