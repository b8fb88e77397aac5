import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportFile, ExportFormat } from './export-files';

/** Name under which the platform hands an export out. */
export const ARCHIVE_NAME = 'my_spotify_data.zip';

const FOLDERS: Readonly<Record<ExportFormat, string>> = {
  extended: 'Spotify Extended Streaming History',
  account: 'Spotify Account Data',
};

/** The files in a zip, under the folder that the platform puts them in; written while it is read. */
export function exportArchive(files: readonly ExportFile[], format: ExportFormat): NodeJS.ReadableStream {
  const zip = new ZipFile();
  for (const file of files) {
    // Lazily, one after the other: the files share one run of records.
    zip.addReadStreamLazy(`${FOLDERS[format]}/${file.name}`, (done) => {
      done(null, Readable.from(file.content()));
    });
  }
  zip.end();
  return zip.outputStream;
}
