import { Socket } from 'node:net';
import { encode } from '../bson/encode';
import { CommandError } from '../errors';
import { Framing } from './framing';
import { HEADER_BYTES, isProtocolFailure, Message, OpCode, parseMessage, ProtocolError, replyTo } from './message';

/** Answers a message with the parts of a BSON document. It does not throw: what goes wrong is in the document. */
export type Answer = (message: Message) => Promise<readonly Buffer[]>;

/** More messages than this may wait for their turn before the socket is read no further. */
const MAX_WAITING = 8;
/** A message that has begun must be there after this time. */
const MESSAGE_TIMEOUT_MS = 60_000;

/**
 * Serves one client: its messages are answered one after another; one that is malformed, or does not end in time, ends
 * the connection.
 */
export function serveConnection(socket: Socket, answer: Answer, messageTimeoutMs = MESSAGE_TIMEOUT_MS): void {
  const framing = new Framing();
  const waiting: Buffer[] = [];
  let busy = false;
  let unfinished: NodeJS.Timeout | undefined;

  const fail = (error: Error, requestId: number, opCode: number): void => {
    waiting.length = 0;
    const reply = replyTo(requestId, opCode, [
      encode({ ok: 0, errmsg: error.message, code: 22, codeName: 'InvalidBSON' }),
    ]);
    socket.end(reply, () => socket.destroy());
  };

  const answerOne = async (bytes: Buffer): Promise<void> => {
    const message = parseMessage(bytes);
    const document = await answer(message);
    if (!message.silent && socket.writable) socket.write(replyTo(message.requestId, message.opCode, document));
  };

  const drain = async (): Promise<void> => {
    busy = true;
    for (let bytes = waiting.shift(); bytes; bytes = waiting.shift()) {
      try {
        await answerOne(bytes);
      } catch (error) {
        const requestId = bytes.length >= HEADER_BYTES ? bytes.readInt32LE(4) : 0;
        if (isProtocolFailure(error)) {
          fail(error, requestId, OpCode.Message);
        } else if (error instanceof CommandError) {
          const { message, code, codeName } = error;
          socket.write(replyTo(requestId, bytes.readInt32LE(12), [encode({ ok: 0, errmsg: message, code, codeName })]));
        } else {
          socket.destroy(error instanceof Error ? error : undefined);
        }
      }
      if (waiting.length < MAX_WAITING) socket.resume();
    }
    busy = false;
  };

  /** Sets the time for the message that has begun, anew where others have ended. It stands still while nothing is read. */
  const awaitRest = (ended: number): void => {
    if (ended > 0 || socket.isPaused()) {
      clearTimeout(unfinished);
      unfinished = undefined;
    }
    if (!framing.isWithinMessage || socket.isPaused()) return;
    const giveUp = (): void => {
      fail(new ProtocolError(`the message was not complete after ${messageTimeoutMs} ms`), 0, OpCode.Message);
    };
    unfinished ??= setTimeout(giveUp, messageTimeoutMs).unref();
  };

  socket.setNoDelay(true);
  socket.on('close', () => {
    clearTimeout(unfinished);
  });
  // A client that goes away in the middle of a reply is no error of the server's.
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    let ended: Buffer[];
    try {
      ended = framing.push(chunk);
    } catch (error) {
      if (!isProtocolFailure(error)) throw error;
      fail(error, 0, OpCode.Message);
      return;
    }
    waiting.push(...ended);
    if (waiting.length >= MAX_WAITING) socket.pause();
    awaitRest(ended.length);
    if (!busy) void drain();
  });
}
