import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

interface UnzippedFile {
  name: string;
  records: Record<string, unknown>[];
}

/** The JSON files of an archive, in its order. */
export async function unzip(archive: Buffer): Promise<UnzippedFile[]> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, autoClose: false }, (error, opened) => {
      if (error) reject(error);
      else resolve(opened);
    });
  });
  const files: UnzippedFile[] = [];
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
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', reject);
        stream.on('end', () => {
          const records = JSON.parse(Buffer.concat(chunks).toString()) as UnzippedFile['records'];
          files.push({ name: entry.fileName, records });
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
}
