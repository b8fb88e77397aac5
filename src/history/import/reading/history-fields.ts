/** Fields that no other file of an export has, the first of which a record begins with. */
const HISTORY_FIELDS = /"(ts|endTime)"\s*:\s*"\d{4}-|"(ms_played|msPlayed|master_metadata_track_name)"\s*:/;
/** The longest of them, with some white space in it. */
const LONGEST_FIELD = 64;

/** Whether a text, in whatever encoding, has fields of a listening history. */
export function hasHistoryFields(text: string): boolean {
  return HISTORY_FIELDS.test(text.replaceAll('\0', ''));
}

/** Looks for fields of a listening history in a text that comes in chunks, wherever they are cut. */
export class HistoryFieldSearch {
  hasFound = false;
  private rest = '';

  look(chunk: Buffer): void {
    if (this.hasFound) return;
    // The fields are plain ASCII, whatever the text beside them is.
    const text = this.rest + chunk.toString('latin1');
    this.hasFound = HISTORY_FIELDS.test(text);
    this.rest = text.slice(-LONGEST_FIELD);
  }
}
