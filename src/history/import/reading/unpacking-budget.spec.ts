import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { GOOD, HISTORY, inspect, refusalOf } from '../../../../test/support/inspected-archive';
import { type RawEntry, rawZip } from '../../../../test/support/raw-zip';
import { extendedRecord } from '../../../../test/support/small-uploads';

describe('an archive that unpacks to too much', () => {
  const spaces = ' '.repeat(4 * 1024 * 1024);
  const bomb = `[${spaces}${JSON.stringify(extendedRecord())}]`;
  const claiming = (zip: Buffer, bytes: number): Buffer => {
    zip.writeUInt32LE(bytes, zip.readUInt32LE(zip.length - 6) + 24);
    return zip;
  };

  it('is refused from 200 times its size on, in a history or beside it', async () => {
    expect(await refusalOf(rawZip([{ ...GOOD, content: bomb }]))).toMatchObject({ kind: 'too_tightly_packed' });
    const besides = rawZip([GOOD, { name: 'b.txt', content: spaces.repeat(3) }]);
    expect(await refusalOf(besides)).toMatchObject({ kind: 'too_tightly_packed' });
    expect(await refusalOf(gzipSync(bomb, { level: 9 }))).toMatchObject({ kind: 'too_tightly_packed' });
  });

  it('is judged by the bytes, not by what it tells of their number', async () => {
    const lying = claiming(rawZip([{ ...GOOD, content: bomb }]), 1_000);
    expect(await refusalOf(lying)).toMatchObject({ kind: 'too_tightly_packed' });
  });

  it('is refused from four times the largest upload on', async () => {
    const limits = { maxBytes: 20_000 };
    expect(await refusalOf(gzipSync(HISTORY), limits)).toMatchObject({ kind: 'too_large_unpacked' });
    expect(await refusalOf(rawZip([GOOD]), limits)).toMatchObject({ kind: 'too_large_unpacked' });
    const part = { ...GOOD, content: HISTORY.slice(0, 60_000) };
    expect(await refusalOf(claiming(rawZip([part, part]), 1_000), limits)).toMatchObject({
      kind: 'too_large_unpacked',
    });
  });

  it('is refused when its archives do so together, though none of them does alone', async () => {
    const line = (index: number): string =>
      `${' '.repeat(10_000)}"${createHash('sha256').update(String(index)).digest('hex')}"`;
    const content = Buffer.from(`[${Array.from({ length: 200 }, (_, index) => line(index)).join(',')}]`);
    const inner = rawZip(Array.from({ length: 20 }, () => ({ name: 'a.json', content })));
    const nested = rawZip([GOOD, { name: 'inner.zip', content: inner }]);
    // Of each alone the archive of 20 files packs less than 200:1, and so does the one that it lies in.
    expect((20 * content.length) / inner.length).toBeLessThan(200);
    expect(inner.length / (nested.length - rawZip([GOOD]).length)).toBeLessThan(200);
    expect(await refusalOf(nested)).toMatchObject({ kind: 'too_tightly_packed' });
  });

  it('is refused when its archives hold too much together', async () => {
    const limits = { maxBytes: 60_000 };
    const inner = (name: string): RawEntry => ({ name, content: rawZip([GOOD]), method: 0 });
    expect((await inspect(rawZip([inner('b.zip')]), limits)).files).toHaveLength(1);
    const several = rawZip(['b.zip', 'c.zip', 'd.zip', 'e.zip'].map(inner));
    expect(await refusalOf(several, limits)).toMatchObject({ kind: 'too_large_unpacked' });
  });

  it('may pack as tightly as it likes while it is small', async () => {
    const small = `[${' '.repeat(500_000)}${HISTORY.slice(1)}`;
    expect((await inspect(gzipSync(small, { level: 9 }))).files).toHaveLength(1);
  });
});
