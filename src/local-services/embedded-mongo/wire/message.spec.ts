import fc from 'fast-check';
import { encode } from '../bson/encode';
import { MalformedBsonError } from '../bson/raw';
import { Doc } from '../bson/value';
import { CommandError } from '../errors';
import { crc32c } from './crc32c';
import { OpCode, parseMessage, ProtocolError, replyTo } from './message';

function opMsg(flags: number, ...sections: Buffer[]): Buffer {
  const head = Buffer.alloc(20);
  const length = 20 + sections.reduce((sum, section) => sum + section.length, 0);
  head.writeInt32LE(length, 0);
  head.writeInt32LE(7, 4);
  head.writeInt32LE(OpCode.Message, 12);
  head.writeUInt32LE(flags, 16);
  return Buffer.concat([head, ...sections]);
}

function body(doc: Doc): Buffer {
  return Buffer.concat([Buffer.from([0]), encode(doc)]);
}

function sequence(name: string, ...docs: Doc[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...docs.map(encode)]);
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeInt32LE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function withChecksum(message: Buffer): Buffer {
  const long = Buffer.concat([message, Buffer.alloc(4)]);
  long.writeInt32LE(long.length, 0);
  long.writeUInt32LE(crc32c(long.subarray(0, message.length)), message.length);
  return long;
}

const insert = opMsg(0, body({ insert: 'c', $db: 'd' }), sequence('documents', { a: 1 }, { a: 2 }));

describe('parseMessage', () => {
  test('reads the body and the documents beside it', () => {
    const { requestId, body: bytes, sequences, silent } = parseMessage(insert);
    expect(requestId).toBe(7);
    expect(bytes).toEqual(encode({ insert: 'c', $db: 'd' }));
    expect(sequences.get('documents')).toEqual([encode({ a: 1 }), encode({ a: 2 })]);
    expect(silent).toBe(false);
  });

  test('checks a checksum where there is one', () => {
    // The check value of CRC-32C for the digits 1 to 9 (RFC 3720).
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    const message = withChecksum(opMsg(1, body({ ping: 1 })));
    expect(parseMessage(message).body).toEqual(encode({ ping: 1 }));
    message[message.length - 1] = (message.at(-1) ?? 0) ^ 1;
    expect(() => parseMessage(message)).toThrow('checksum does not match');
  });

  test('sees that no reply is wanted', () => {
    expect(parseMessage(opMsg(2, body({ ping: 1 }))).silent).toBe(true);
  });

  test('reads the older greeting', () => {
    const content = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from('admin.$cmd\0'),
      Buffer.alloc(8),
      encode({ ismaster: 1 }),
    ]);
    const message = Buffer.concat([Buffer.alloc(16), content]);
    message.writeInt32LE(message.length, 0);
    message.writeInt32LE(OpCode.Query, 12);
    expect(parseMessage(message).body).toEqual(encode({ ismaster: 1 }));
    expect(replyTo(3, OpCode.Query, [encode({ ok: 1 })]).readInt32LE(12)).toBe(OpCode.Reply);
  });

  test.each<[string, Buffer]>([
    ['a required flag bit that is unknown', opMsg(4, body({ ping: 1 }))],
    ['two bodies', opMsg(0, body({ ping: 1 }), body({ ping: 1 }))],
    ['no body', opMsg(0, sequence('documents', { a: 1 }))],
    ['an unknown section', opMsg(0, Buffer.concat([Buffer.from([2]), encode({ ping: 1 })]))],
    ['a sequence given twice', opMsg(0, body({ ping: 1 }), sequence('d'), sequence('d'))],
    ['a compressed message', compressed()],
  ])('refuses %s', (_what, message) => {
    expect(() => parseMessage(message)).toThrow(ProtocolError);
  });

  test('refuses documents that are nested too deeply', () => {
    let doc: Doc = {};
    for (let depth = 0; depth < 300; depth++) doc = { a: doc };
    expect(() => parseMessage(opMsg(0, body(doc)))).toThrow(MalformedBsonError);
  });

  test('meets any bytes with a message or a refusal', () => {
    const change = fc.tuple(fc.nat(insert.length - 17), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(insert.length - 17), (changes, cut) => {
        const message = Buffer.from(insert.subarray(0, insert.length - cut));
        for (const [position, byte] of changes) if (16 + position < message.length) message[16 + position] = byte;
        try {
          parseMessage(message);
        } catch (error) {
          const refused = [ProtocolError, MalformedBsonError, CommandError].some((type) => error instanceof type);
          expect(refused || error).toBe(true);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

function compressed(): Buffer {
  const message = Buffer.from(insert);
  message.writeInt32LE(OpCode.Compressed, 12);
  return message;
}
