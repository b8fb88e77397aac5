import fc from 'fast-check';
import { Framing } from './framing';
import { MAX_MESSAGE_BYTES, ProtocolError } from './message';

function messageOf(payload: Uint8Array): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + payload.length);
  return Buffer.concat([header, payload]);
}

describe('Framing', () => {
  test('finds the same messages however the bytes are cut into chunks', () => {
    const payloads = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 });
    fc.assert(
      fc.property(payloads, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (contents, sizes) => {
        const messages = contents.map(messageOf);
        const stream = Buffer.concat(messages);
        const framing = new Framing();
        const found: Buffer[] = [];
        for (let position = 0, i = 0; position < stream.length; i++) {
          const size = sizes[i % sizes.length] ?? 1;
          found.push(...framing.push(stream.subarray(position, position + size)));
          position += size;
        }
        expect(found).toEqual(messages);
      }),
    );
  });

  test.each([0, 15, -1, MAX_MESSAGE_BYTES + 1])(
    'refuses a message of %d bytes as soon as its header is there',
    (length) => {
      const header = Buffer.alloc(16);
      header.writeInt32LE(length);
      expect(() => new Framing().push(header)).toThrow(ProtocolError);
    },
  );
});
