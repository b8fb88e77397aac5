/** An uploaded file on disk, and what the user calls it. */
export interface UploadedFile {
  path: string;
  name: string;
}

/** The bytes of a file that hold one history, and how they are packed. */
export interface PackedBytes {
  /** Offset of the first byte, and of the byte behind the last. */
  start: number;
  end: number;
  packing: 'none' | 'gzip' | 'deflate';
  /** CRC-32 of the unpacked bytes, where the archive tells it. */
  crc32?: number;
}

/** One listening history found in an upload. Plain data, so that it can be stored with the job that imports it. */
export interface InspectedFile {
  path: string;
  /** As the user knows it: the name of the file, or `archive.zip/folder/entry.json`. */
  name: string;
  container: 'json' | 'gzip' | 'zip-entry';
  /** Name of the entry inside the zip archive. */
  entry?: string;
  packed: PackedBytes;
  /** Name of the form of its records. */
  format: string;
  /** Exactly as many as reading the file will give out. */
  records: number;
  /** Length of the unpacked JSON, up to where it breaks off if it does. */
  bytes: number;
}
