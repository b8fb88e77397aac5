import { archiveEntries } from '../../support/archive-entries';

interface UnzippedFile {
  name: string;
  records: Record<string, unknown>[];
}

/** The JSON files of an archive, in its order. */
export async function unzip(archive: Buffer): Promise<UnzippedFile[]> {
  const entries = await archiveEntries(archive);
  return entries.map(({ name, text }) => ({ name, records: JSON.parse(text) as UnzippedFile['records'] }));
}
