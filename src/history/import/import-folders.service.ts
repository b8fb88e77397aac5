import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings';
import {
  identifyProcess,
  isAlive,
  isProcessIdentity,
  type ProcessIdentity,
} from '../../local-services/process-identity';
import { isFileError } from './disk-errors';

const RECORD_LOG = 'records.ndjson';
const RECEIVER = 'receiver.json';

/**
 * The folders of imports, DATA_DIR/imports/<upload id>: the files as they were uploaded, under names that say nothing,
 * until the import ends, and the account of the records that were not stored for as long as there is a job to ask about.
 * Processes that take uploads and those that run jobs must see the same DATA_DIR.
 */
@Injectable()
export class ImportFolders {
  private readonly root: string;

  constructor(settings: Settings) {
    this.root = resolve(settings.dataDir, 'imports');
  }

  /** Makes the folder of a new upload, or leaves nothing behind. @returns its id */
  async create(): Promise<string> {
    const id = randomUUID();
    try {
      await mkdir(this.pathOf(id), { recursive: true, mode: 0o700 });
      const receiver = { ...identifyProcess(process.pid), host: hostname() };
      await writeFile(join(this.pathOf(id), RECEIVER), JSON.stringify(receiver));
    } catch (error) {
      await this.remove(id);
      throw error;
    }
    return id;
  }

  pathOf(id: string): string {
    return join(this.root, id);
  }

  /** Where the so manieth file of an upload is put. */
  uploadPath(id: string, number: number): string {
    return join(this.pathOf(id), `upload-${number}`);
  }

  recordLogPath(id: string): string {
    return join(this.pathOf(id), RECORD_LOG);
  }

  async list(): Promise<string[]> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    return readdir(this.root);
  }

  remove(id: string): Promise<void> {
    return rm(this.pathOf(id), { recursive: true, force: true });
  }

  /** The process that took the upload is done with it. */
  letGo(id: string): Promise<void> {
    return rm(join(this.pathOf(id), RECEIVER), { force: true });
  }

  /** Deletes everything but the account of the records. */
  async removeUploads(id: string): Promise<void> {
    const names = await readdir(this.pathOf(id));
    const others = names.filter((name) => name !== RECORD_LOG);
    await Promise.all(others.map((name) => rm(join(this.pathOf(id), name), { force: true })));
  }

  /**
   * Whether nobody can be putting files into the folder any more: the process that took the upload is gone, or, where
   * that was on another machine or has let it go, nothing has come in since the given time.
   */
  async isAbandoned(id: string, idleSince: Date): Promise<boolean> {
    const receiver = await readReceiver(join(this.pathOf(id), RECEIVER));
    if (receiver !== null && receiver.host === hostname()) return !isAlive(receiver);
    const names = await readdir(this.pathOf(id));
    const files = await Promise.all(['.', ...names].map((name) => stat(join(this.pathOf(id), name))));
    return files.every(({ mtime }) => mtime < idleSince);
  }
}

/** The process that takes an upload; null where it died before it could say so, or has let the folder go. */
async function readReceiver(path: string): Promise<(ProcessIdentity & { host: string }) | null> {
  try {
    const receiver: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isProcessIdentity(receiver) || !('host' in receiver)) return null;
    return { ...receiver, host: String(receiver.host) };
  } catch (error) {
    if (error instanceof SyntaxError || isFileError(error)) return null;
    throw error;
  }
}
