import { type ArchiveProblem, UnreadableUploadError } from './unreadable-upload.error';

export const MAX_ENTRIES = 1_000;
/** An upload may unpack to this many times the largest upload, and to this many times its own size. */
const MAX_TOTAL = 4;
const MAX_RATIO = 200;
/** Below this size nothing is a bomb, however tightly it is packed. */
const HARMLESS_BYTES = 1024 * 1024;

/** Bounds on an upload, as the settings give them. */
export interface UploadLimits {
  /** Size of the largest upload, in bytes. */
  maxBytes: number;
}

/**
 * What may still be unpacked of one uploaded file, archives within it included. What an archive says of itself need not be
 * true, so both count: what it says, and the bytes that come.
 */
export class UnpackingBudget {
  private entries = 0;
  private unpackedBytes = 0;

  /**
   * @param fileName    the uploaded file, as the user knows it
   * @param uploadBytes its size
   */
  constructor(
    private readonly fileName: string,
    private readonly uploadBytes: number,
    private readonly limits: UploadLimits,
  ) {}

  get entriesLeft(): number {
    return MAX_ENTRIES - this.entries;
  }

  /**
   * Takes the entries of one more archive into account.
   * @throws UnreadableUploadError when there are too many, or they are said to unpack to too much
   */
  addArchive(entries: number, claimedBytes: number): void {
    this.entries += entries;
    if (this.entries > MAX_ENTRIES) this.refuse('too_many_entries');
    this.check(this.uploadBytes, this.unpackedBytes + claimedBytes);
  }

  /**
   * Follows one content as it is unpacked: to be called with the number of its bytes so far.
   * @throws UnreadableUploadError from the call with which they are too many
   */
  follow(packedBytes: number): (unpackedSoFar: number) => void {
    const before = this.unpackedBytes;
    return (unpackedSoFar) => {
      this.unpackedBytes = before + unpackedSoFar;
      this.check(packedBytes, unpackedSoFar);
      this.check(this.uploadBytes, this.unpackedBytes);
    };
  }

  private check(packedBytes: number, unpackedBytes: number): void {
    if (unpackedBytes > MAX_TOTAL * this.limits.maxBytes) this.refuse('too_large_unpacked');
    if (unpackedBytes > Math.max(HARMLESS_BYTES, MAX_RATIO * packedBytes)) this.refuse('too_tightly_packed');
  }

  private refuse(kind: ArchiveProblem): never {
    throw new UnreadableUploadError([{ fileName: this.fileName, kind }]);
  }
}
