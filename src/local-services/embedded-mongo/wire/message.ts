import { checkDocument, MalformedBsonError } from '../bson/raw';
import { crc32c } from './crc32c';

export const OpCode = { Reply: 1, Query: 2004, Compressed: 2012, Message: 2013 } as const;

export const HEADER_BYTES = 16;
/** The limit that MongoDB's `hello` names. */
export const MAX_MESSAGE_BYTES = 48_000_000;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** Bits 0 to 15 must be understood; the others may be ignored. */
const REQUIRED_FLAGS = 0xffff;
const QUERY_BODY_OFFSET = 8;

/** Bytes that are not the protocol. The connection they came over is closed. */
export class ProtocolError extends Error {}

/** A command as it came. Its BSON has been checked throughout. */
export interface Message {
  requestId: number;
  opCode: number;
  body: Buffer;
  /** Documents sent outside the body, by the name of the array they belong to. */
  sequences: Map<string, Buffer[]>;
  /** The sender wants no reply. */
  silent: boolean;
}

/** @throws ProtocolError or MalformedBsonError for bytes that are no message; CommandError for types that are refused */
export function parseMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  switch (opCode) {
    case OpCode.Message:
      return parseOpMsg(bytes, requestId);
    case OpCode.Query:
      return parseOpQuery(bytes, requestId);
    case OpCode.Compressed:
      throw new ProtocolError('compressed messages are not supported: leave compressors out of the URI');
    default:
      throw new ProtocolError(`unknown opcode ${opCode}`);
  }
}

function parseOpMsg(bytes: Buffer, requestId: number): Message {
  if (bytes.length < HEADER_BYTES + 4 + 1 + 5) throw new ProtocolError('message is too short');
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  const unknown = flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME);
  if (unknown !== 0) throw new ProtocolError(`unknown flag bits ${unknown}`);
  let end = bytes.length;
  if (flags & CHECKSUM_PRESENT) {
    end -= 4;
    if (crc32c(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) throw new ProtocolError('checksum does not match');
  }
  let body: Buffer | undefined;
  const sequences = new Map<string, Buffer[]>();
  let position = HEADER_BYTES + 4;
  while (position < end) {
    const kind = bytes.readUInt8(position++);
    if (kind === 0 && body === undefined) {
      const start = position;
      position = checkDocument(bytes, start, end);
      body = bytes.subarray(start, position);
    } else if (kind === 1) {
      position = parseSequence(bytes, position, end, sequences);
    } else {
      throw new ProtocolError(`unexpected section of kind ${kind}`);
    }
  }
  if (body === undefined) throw new ProtocolError('message has no body');
  return { requestId, opCode: OpCode.Message, body, sequences, silent: (flags & MORE_TO_COME) !== 0 };
}

function parseSequence(bytes: Buffer, start: number, limit: number, sequences: Map<string, Buffer[]>): number {
  const length = start + 4 <= limit ? bytes.readInt32LE(start) : 0;
  const end = start + length;
  const nameEnd = bytes.indexOf(0, start + 4);
  if (length < 5 || end > limit || nameEnd === -1 || nameEnd >= end) throw new ProtocolError('malformed sequence');
  const name = bytes.toString('utf8', start + 4, nameEnd);
  const documents: Buffer[] = [];
  let position = nameEnd + 1;
  while (position < end) {
    const next = checkDocument(bytes, position, end);
    documents.push(bytes.subarray(position, next));
    position = next;
  }
  if (sequences.has(name)) throw new ProtocolError(`sequence ${name} occurs twice`);
  sequences.set(name, documents);
  return end;
}

/** Drivers greet with this older message, since it works with every server. */
function parseOpQuery(bytes: Buffer, requestId: number): Message {
  const nameStart = HEADER_BYTES + 4;
  const nameEnd = bytes.indexOf(0, nameStart);
  if (nameEnd === -1 || nameEnd + 1 + QUERY_BODY_OFFSET + 5 > bytes.length)
    throw new ProtocolError('query is too short');
  if (!bytes.toString('utf8', nameStart, nameEnd).endsWith('.$cmd')) {
    throw new ProtocolError('OP_QUERY is taken for commands only');
  }
  const start = nameEnd + 1 + QUERY_BODY_OFFSET;
  const end = checkDocument(bytes, start, bytes.length);
  return { requestId, opCode: OpCode.Query, body: bytes.subarray(start, end), sequences: new Map(), silent: false };
}

/** The reply to a message, in the form that belongs to it. */
export function replyTo(requestId: number, opCode: number, document: readonly Buffer[]): Buffer {
  const isLegacy = opCode === OpCode.Query;
  const bodyStart = HEADER_BYTES + (isLegacy ? 20 : 5);
  const bytes = Buffer.alloc(bodyStart);
  bytes.writeInt32LE(
    document.reduce((sum, part) => sum + part.length, bodyStart),
    0,
  );
  bytes.writeInt32LE(requestId, 8);
  bytes.writeInt32LE(isLegacy ? OpCode.Reply : OpCode.Message, 12);
  if (isLegacy) {
    bytes.writeInt32LE(8, HEADER_BYTES);
    bytes.writeInt32LE(1, HEADER_BYTES + 16);
  }
  return Buffer.concat([bytes, ...document]);
}

/** Whether an error says that the bytes cannot be trusted, so that nothing more may be read from their connection. */
export function isProtocolFailure(error: unknown): error is Error {
  return error instanceof ProtocolError || error instanceof MalformedBsonError;
}
