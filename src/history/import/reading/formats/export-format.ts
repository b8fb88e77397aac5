import type { PlaySource } from '../../../play-source';
import type { ArchivedPlay } from '../../../matching/reported-play';
import type { JsonRecord } from '../json-record';

/** The fields of a record that a play is made of, as the file gives them: any may be missing, or of any type. */
export interface RecordFields {
  trackUri: unknown;
  trackName: unknown;
  artistName: unknown;
  albumName: unknown;
  msPlayed: unknown;
  /** The end of the play. */
  endedAt: unknown;
  /** Reads `endedAt`: ms since 1970, or null for what is no time of this format. */
  parseTime: (text: string) => number | null;
  /** What was heard, where the record says that it was no music: "podcast episode", "audiobook"; else null. */
  otherThanMusic: { kind: string; title: unknown } | null;
}

/** A form of listening history that can be loaded: a list of JSON objects, one a play. */
export interface ExportFormat {
  readonly name: string;
  /** The source whose precision its times have, and as which its plays are matched with those of other sources. */
  readonly source: Exclude<PlaySource, 'api'>;
  /** Set when a record may have null in place of the milliseconds played, because nobody has reported them. */
  readonly mayLackDuration?: true;
  /** Whether a record is of this form, by fields that no other file of an export has together. */
  recognises(record: JsonRecord): boolean;
  fieldsOf(record: JsonRecord): RecordFields;
  /** All that several sources have reported of the play, where a record has it; null where it is not as it should be. */
  archivedOf?(record: JsonRecord): ArchivedPlay | null;
}

const registered = new Map<string, { format: ExportFormat; file: string }>();

/**
 * Has files of a form recognised and read. Files are read in a thread that shares no memory with the service, so the
 * module that holds the form registers it as it is loaded, and is loaded once more there:
 *
 *     registerFormat(myFormat, __filename);
 */
export function registerFormat(format: ExportFormat, file: string): void {
  registered.set(format.name, { format, file });
}

/** The module files of all forms, for a thread to load. */
export function formatFiles(): string[] {
  return [...registered.values()].map(({ file }) => file);
}

/** The name of the form that a record has; null for none that is known. */
export function recogniseFormat(record: JsonRecord): string | null {
  for (const { format } of registered.values()) if (format.recognises(record)) return format.name;
  return null;
}

/** @throws RangeError when nobody has registered such a form */
export function formatNamed(name: string): ExportFormat {
  const known = registered.get(name);
  if (known === undefined) throw new RangeError(`No form of export is called ${name}`);
  return known.format;
}

/** The first of the fields that holds anything; none of them does in a record of a track. */
export function titled(kind: string, record: JsonRecord, fields: readonly string[]): RecordFields['otherThanMusic'] {
  for (const field of fields) {
    const title = record[field];
    if (title !== null && title !== undefined && title !== '') return { kind, title };
  }
  return null;
}
