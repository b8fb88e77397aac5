import { text } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

/** A file of a zip archive. */
export interface ArchiveEntry {
  name: string;
  text: string;
}

/** The files of an archive, in its order. */
export async function archiveEntries(archive: Buffer): Promise<ArchiveEntry[]> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, autoClose: false }, (error, opened) => {
      if (error) reject(error);
      else resolve(opened);
    });
  });
  const files: ArchiveEntry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => {
      resolve(files);
    });
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) {
          reject(error);
          return;
        }
        text(stream).then((content) => {
          files.push({ name: entry.fileName, text: content });
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
}
