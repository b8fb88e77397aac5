import { UnreadableUploadError } from './errors';
import type { InspectedFile, UploadedFile } from './inspected-file';
import type { InspectionTask } from './reading-messages';
import { ReadingThread } from './thread-client';
import type { UploadLimits } from './unpacking-limits';

/**
 * Finds the listening histories in files that were uploaded to disk, with the exact number of their records. Their kind is
 * told by content, never by name: JSON, gzip of it, or a zip archive, whose other entries are passed over. A history that
 * breaks off counts with the records before the break; reading it comes upon the break again.
 *
 * @throws UnreadableUploadError for the first file without a history in it, or with more in it than may be unpacked
 */
export async function inspectUpload(
  uploads: readonly UploadedFile[],
  limits: UploadLimits,
  signal?: AbortSignal,
): Promise<InspectedFile[]> {
  const thread = new ReadingThread<InspectionTask>({ kind: 'inspect', uploads, limits });
  try {
    const { value: answer } = await thread.answers(signal).next();
    if (answer.kind === 'unreadable') throw new UnreadableUploadError(answer.fileName, answer.why);
    return answer.files;
  } finally {
    await thread.stop();
  }
}
