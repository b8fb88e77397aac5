import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Entry, open as openZip, type Options, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import { StartError } from '../common/start-error';

const MANIFEST = 'manifest.json';
const FORMAT = 1;
const PRODUCT = 'playledger';

/** What a backup holds: a zip file of these files, with this manifest as its last. */
export interface Manifest {
  product: string;
  /** Of the backup's layout; the data file has a number of its own. */
  format: number;
  createdAt: string;
  /** How many documents each collection of each database has. */
  databases: Record<string, Record<string, number>>;
  files: Record<string, FileSum>;
}

interface FileSum {
  bytes: number;
  sha256: string;
}

/** The file is no backup, is damaged, or comes from a later version. */
export class BackupUnusable extends StartError {
  override readonly name = 'BackupUnusable';
}

/**
 * Packs files into a new backup.
 * @param files where each lies, by its name in the backup; one that is gone is left out
 * @param onProgress is told how many bytes of them have been read
 * @throws what the system says when the backup cannot be written
 */
export async function packBackup(
  path: string,
  files: ReadonlyMap<string, string>,
  databases: Manifest['databases'],
  onProgress: (bytes: number) => void,
): Promise<void> {
  const zip = new NewZip();
  const writing = pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  const sums: Manifest['files'] = {};
  let read = 0;
  const addAll = async (): Promise<void> => {
    for (const [name, source] of files) {
      const file = await openIfThere(source);
      if (file === null) continue;
      const meter = new Meter((bytes) => {
        onProgress((read += bytes));
      });
      // The next is opened when this one has been read: there may be many.
      const reading = pipeline(file.createReadStream(), meter);
      zip.addReadStream(meter, name, { compressionLevel: 1, mode: 0o100600 });
      await reading;
      sums[name] = meter.sum;
    }
    const manifest: Manifest = {
      product: PRODUCT,
      format: FORMAT,
      createdAt: new Date().toISOString(),
      databases,
      files: sums,
    };
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST, { mode: 0o100600 });
    zip.end();
  };
  // Whichever of the two fails ends the other's waiting.
  await Promise.race([writing, addAll().then(() => writing)]);
}

/** An import that ends takes its uploads away. */
async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A backup whose manifest has been read. */
export interface Backup {
  manifest: Manifest;
  /**
   * Puts the files into a folder, and checks each against the manifest.
   * @throws BackupUnusable; what the system says when they cannot be written
   */
  unpack(folder: string, onProgress: (bytes: number) => void): Promise<void>;
  close(): void;
}

/** @throws BackupUnusable */
export async function openBackup(path: string): Promise<Backup> {
  const zip = await promisify<string, Options, ZipFile>(openZip)(path, { autoClose: false, lazyEntries: true }).catch(
    (error: unknown) => {
      throw new BackupUnusable(`${path} is no backup that can be read: ${(error as Error).message}.`);
    },
  );
  try {
    const entries = await readEntries(zip);
    const manifest = parseManifest(await readManifest(zip, entries.get(MANIFEST)), path);
    return {
      manifest,
      unpack: (folder, onProgress) => unpack(path, zip, entries, manifest, folder, onProgress),
      close: () => {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error instanceof StartError ? error : damaged(path, (error as Error).message);
  }
}

function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('error', reject);
    zip.once('end', () => {
      resolve(entries);
    });
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return promisify((done: (error: Error | null, stream: Readable) => void) => {
    zip.openReadStream(entry, done);
  })();
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<unknown> {
  if (entry === undefined) return null;
  try {
    return JSON.parse(await text(await openEntry(zip, entry)));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function parseManifest(value: unknown, path: string): Manifest {
  const manifest = value as Manifest | null;
  if (manifest?.product !== PRODUCT) throw new BackupUnusable(`${path} is no backup of Playledger.`);
  if (manifest.format > FORMAT) {
    throw new BackupUnusable(`${path} was made by a later version of Playledger: update before you restore it.`);
  }
  return manifest;
}

async function unpack(
  path: string,
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  { files }: Manifest,
  folder: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let written = 0;
  for (const [name, expected] of Object.entries(files)) {
    const entry = entries.get(name);
    if (entry === undefined) throw damaged(path, `${name} is missing`);
    const meter = new Meter((bytes) => {
      onProgress((written += bytes));
    });
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
    try {
      await pipeline(await openEntry(zip, entry), meter, output);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      throw damaged(path, `${name}: ${(error as Error).message}`);
    }
    if (meter.sum.sha256 !== expected.sha256) throw damaged(path, `${name} has another checksum than it had`);
  }
}

function damaged(path: string, reason: string): BackupUnusable {
  return new BackupUnusable(`${path} is damaged (${reason}): take another backup.`);
}

/** Passes bytes on, counts them and takes their checksum. */
class Meter extends Transform {
  private readonly hash: Hash = createHash('sha256');
  private bytes = 0;

  constructor(private readonly onBytes: (bytes: number) => void) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    this.onBytes(chunk.length);
    done(null, chunk);
  }

  /** May be taken once, at the end. */
  get sum(): FileSum {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}
