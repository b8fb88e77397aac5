import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { RecordOutcome } from './import-report';
import type { ImportedPlay } from './reading/imported-play';

/** What became of a record that is no new play. */
export interface RecordNote {
  file: string;
  /** Its number in the file, from 1. */
  record: number;
  outcome: Exclude<RecordOutcome, 'stored'>;
  /** Why, for a person. */
  detail: string;
  /** Where the record is a play. */
  play?: ImportedPlay;
}

/**
 * The account of all records that were not stored, a JSON object a line (NDJSON). There is no cap: it is about as long as
 * the uploaded files at most, and grows by whole batches.
 */
export class RecordLog {
  private unwritten: string[] = [];

  private constructor(
    private readonly file: FileHandle,
    private written: number,
  ) {}

  /** @param length as of the last commit: what was written after that is cut off, as those records come again */
  static async open(path: string, length: number): Promise<RecordLog> {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    // After a loss of power the file can be shorter than was committed.
    const kept = Math.min(length, (await file.stat()).size);
    await file.truncate(kept);
    return new RecordLog(file, kept);
  }

  add({ file, record, outcome, detail, play }: RecordNote): void {
    const played_at = play === undefined ? null : new Date(play.playedAt);
    const track =
      play === undefined ? null : { platform_id: play.trackId, name: play.trackName, artist_name: play.artistName };
    this.unwritten.push(JSON.stringify({ file, record, outcome, detail, played_at, track }));
  }

  /** Writes what was added. @returns the length of the file, in bytes */
  async flush(): Promise<number> {
    if (this.unwritten.length > 0) {
      const lines = Buffer.from(`${this.unwritten.join('\n')}\n`);
      this.unwritten = [];
      for (let done = 0; done < lines.length;) {
        const { bytesWritten } = await this.file.write(lines, done, lines.length - done, this.written + done);
        done += bytesWritten;
      }
      this.written += lines.length;
    }
    return this.written;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
