import { crc32, deflateRawSync } from 'node:zlib';

/** An entry as it is to be written, sound or not. */
export interface RawEntry {
  name: string | Buffer;
  content: Buffer | string;
  /** 8, deflated, unless it says otherwise; other methods than 0 and 8 are only claimed. */
  method?: number;
  flags?: number;
  /** Changes the packed bytes; the checksum stays that of the content. */
  damage?: (packed: Buffer) => Buffer;
}

const UTF8_FLAG = 0x800;

/** A zip archive with any entries at all, also such as a proper archiver would not write. */
export function rawZip(entries: readonly RawEntry[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content);
    const method = entry.method ?? 8;
    const packed = method === 0 ? content : deflateRawSync(content);
    const data = entry.damage?.(packed) ?? packed;
    // From the needed version to the lengths of name and extra field, which both headers have alike.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? UTF8_FLAG, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    locals.push(Buffer.from('504b0304', 'hex'), common, name, data);
    directory.push(Buffer.from('504b01021400', 'hex'), common, rest, name);
    offset += 4 + common.length + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, listed, end, Buffer.from(comment)]);
}
