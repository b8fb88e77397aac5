/** How a file of records is written; the platform writes none of these, people's editors do. */
export interface TextOptions {
  /** Spaces of indentation; default 0, everything on one line. */
  indent?: number;
  /** Starts with a byte order mark. */
  bom?: boolean;
  /** Windows line ends where `indent` makes lines. */
  crlf?: boolean;
}

const CHUNK = 65_536;

/** The text of a JSON array of the records, in chunks of about 64 KiB, never whole. */
export function* jsonArrayText(records: Iterable<unknown>, options: TextOptions = {}): Generator<string> {
  const { indent = 0, bom = false, crlf = false } = options;
  const lineEnd = indent === 0 ? '' : crlf ? '\r\n' : '\n';
  const margin = ' '.repeat(indent);
  let text = `${bom ? '\uFEFF' : ''}[`;
  let first = true;
  for (const record of records) {
    // Line breaks inside a string are escaped in JSON: every raw one is ours.
    const body = JSON.stringify(record, null, indent).replaceAll('\n', lineEnd + margin);
    text += `${first ? '' : ','}${lineEnd}${margin}${body}`;
    first = false;
    if (text.length >= CHUNK) {
      yield text;
      text = '';
    }
  }
  yield `${text}${first ? '' : lineEnd}]${lineEnd}`;
}

/** Hands on up to `count` records of a shared iterator and leaves it open for the next file. */
export function* take<T>(source: Iterator<T>, count: number): Generator<T> {
  for (let taken = 0; taken < count; taken += 1) {
    const next = source.next();
    if (next.done === true) return;
    yield next.value;
  }
}
