import type { Inspection, UploadedFile } from './inspected-file';
import type { InspectionTask } from './reading-messages';
import { ReadingThread } from './thread-client';
import type { UploadLimits } from './unpacking-budget';
import { UnreadableUploadError } from './unreadable-upload.error';

/**
 * Finds the listening histories in files that were uploaded to disk, with the exact number of their records. Their kind is
 * told by content, never by name: JSON, gzip of it, or a zip archive. What else is in an archive is named, with what it
 * is. A history that breaks off counts with the records before the break; reading it comes upon the break again.
 * What has to be unpacked first, such as an archive in an archive, is put beside the uploaded files.
 *
 * @throws UnreadableUploadError with all files without a history in them, or with more in them than may be unpacked
 */
export async function inspectUpload(
  uploads: readonly UploadedFile[],
  limits: UploadLimits,
  signal?: AbortSignal,
): Promise<Inspection> {
  const thread = new ReadingThread<InspectionTask>({ kind: 'inspect', uploads, limits });
  try {
    const { value: answer } = await thread.answers(signal).next();
    if (answer.kind === 'unreadable') throw new UnreadableUploadError(answer.refusals);
    return answer.inspection;
  } finally {
    await thread.stop();
  }
}
