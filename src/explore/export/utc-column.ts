import { open } from 'node:fs/promises';

const MAGIC = 'PAR1';
const TAIL_BYTES = 8;
const COMPACT_TRUE = 0x11;
/** Where the flag stands behind the name. */
const FLAG_OFFSET = 4;
/**
 * What the footer says of a column behind its name, in Thrift's compact protocol: converted type TIMESTAMP_MILLIS; logical
 * type TIMESTAMP with `isAdjustedToUTC` false and the unit MILLIS.
 */
const LOCAL_MILLIS = Buffer.from([0x25, 0x12, 0x4c, 0x8c, 0x12, 0x1c, 0x1c]);

/**
 * Marks a column of a Parquet file, of times in milliseconds, as in UTC: DuckDB itself writes times in UTC with
 * microseconds only. One bit of the file's footer says so.
 */
export async function markAsUtc(path: string, column: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(TAIL_BYTES);
    await file.read(tail, 0, TAIL_BYTES, size - TAIL_BYTES);
    const length = tail.readUInt32LE(0);
    const start = size - TAIL_BYTES - length;
    const footer = Buffer.alloc(length);
    await file.read(footer, 0, length, start);
    const described = Buffer.concat([Buffer.from(column), LOCAL_MILLIS]);
    const found = footer.indexOf(described);
    if (tail.toString('latin1', 4) !== MAGIC || found === -1)
      throw new Error(`${column} is not among the times of ${path}`);
    await file.write(Buffer.from([COMPACT_TRUE]), 0, 1, start + found + column.length + FLAG_OFFSET);
  } finally {
    await file.close();
  }
}
