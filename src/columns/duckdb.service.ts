import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../config/settings';
import { ColumnsFolder } from './columns-folder.service';

export type DuckDbLibrary = typeof import('@duckdb/node-api');

/** Its native part takes 20 MB, which is nobody's who asks nothing. */
export function loadDuckDb(): Promise<DuckDbLibrary> {
  return import('@duckdb/node-api');
}

/** More threads gain little for one question, and take the processor from requests. */
const THREADS = 2;

/**
 * The DuckDB of this process: an instance in memory, to which users' files are attached, so that all share its threads and
 * its memory. Its library is loaded when somebody first needs it. It reads and writes its own folder and nothing else.
 */
@Injectable()
export class DuckDb implements OnApplicationShutdown {
  private instance: Promise<DuckDBInstance> | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly folder: ColumnsFolder,
  ) {}

  /** A connection, to be closed by the caller. */
  async connect(): Promise<DuckDBConnection> {
    this.instance ??= this.open();
    try {
      return await (await this.instance).connect();
    } catch (error) {
      this.instance = null;
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.instance)?.closeSync();
    this.instance = null;
    this.folder.release();
  }

  private async open(): Promise<DuckDBInstance> {
    const { DuckDBInstance: Instance } = await loadDuckDb();
    const folder = await this.folder.path();
    const instance = await Instance.create(':memory:', {
      memory_limit: `${this.settings.columnsMemory}MiB`,
      threads: String(THREADS),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      temp_directory: join(folder, 'spill'),
    });
    const connection = await instance.connect();
    await connection.run(`SET allowed_directories = [${quote(`${folder}/`)}]`);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    connection.closeSync();
    return instance;
  }
}

/** A text as SQL writes it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
