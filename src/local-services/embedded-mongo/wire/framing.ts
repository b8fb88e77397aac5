import { HEADER_BYTES, MAX_MESSAGE_BYTES, ProtocolError } from './message';

/** Cuts a stream of bytes into messages. It never holds more than one message and the chunk that ends it. */
export class Framing {
  private chunks: Buffer[] = [];
  private buffered = 0;
  private needed = HEADER_BYTES;

  /** Whether the beginning of a message has come, and the rest has not. */
  get isWithinMessage(): boolean {
    return this.buffered > 0;
  }

  /**
   * Takes the next bytes and returns the messages that they complete.
   * @throws ProtocolError for a length that no message may have
   */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    if (this.buffered < this.needed) return [];
    let bytes = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks, this.buffered);
    const messages: Buffer[] = [];
    this.needed = HEADER_BYTES;
    while (bytes.length >= HEADER_BYTES) {
      const length = bytes.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES)
        throw new ProtocolError(`message length ${length} is out of bounds`);
      this.needed = length;
      if (bytes.length < length) break;
      messages.push(bytes.subarray(0, length));
      bytes = bytes.subarray(length);
      this.needed = HEADER_BYTES;
    }
    this.chunks = bytes.length === 0 ? [] : [bytes];
    this.buffered = bytes.length;
    return messages;
  }
}
