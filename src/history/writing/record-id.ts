import { createHash } from 'node:crypto';
import { Types } from 'mongoose';

const TIMESTAMP_BYTES = 4;
const PREFIX_BYTES = 8;

/** Which records of which import the plays come from, so that work done again after a crash knows its own rows. */
export interface Origin {
  jobId: string;
  /** For each play a number that no other record of the job has. */
  ordinals: readonly number[];
}

/**
 * The `_id` of the row that comes of one record of an import: always the same for the same record, so that work which is
 * done again after a crash knows its own rows. It begins with the second in which the job was created, like any
 * ObjectId made then; a digest of the job's id follows, then the record's number.
 *
 * @returns for a record's number within the job, 0 to 2^32 - 1, its id
 */
export function recordIds(jobId: string): (ordinal: number) => Types.ObjectId {
  const prefix = Buffer.concat([
    Buffer.from(jobId, 'hex').subarray(0, TIMESTAMP_BYTES),
    createHash('sha256').update(jobId).digest(),
  ]).subarray(0, PREFIX_BYTES);
  return (ordinal) => {
    const bytes = Buffer.allocUnsafe(12);
    prefix.copy(bytes);
    bytes.writeUInt32BE(ordinal, PREFIX_BYTES);
    return new Types.ObjectId(bytes);
  };
}

/** @returns for a play, by its index, the `_id` of its row: that of its record, or any where it comes from none */
export function recordIdsOf(origin: Origin | undefined): (index: number) => Types.ObjectId {
  if (origin === undefined) return () => new Types.ObjectId();
  const idOf = recordIds(origin.jobId);
  return (index) => {
    const ordinal = origin.ordinals[index];
    if (ordinal === undefined) throw new RangeError(`Play ${index} has no number in job ${origin.jobId}`);
    return idOf(ordinal);
  };
}
