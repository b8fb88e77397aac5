import { type ContentProblem, inWords } from './problems';

/** Why an uploaded archive is refused as a whole, whatever its entries are. */
export type ArchiveProblem =
  'no_history' | 'nothing_readable' | 'too_many_entries' | 'too_large_unpacked' | 'too_tightly_packed';

const NO_EXPORT = inWords('other_json').advice;

const ARCHIVE_PROBLEMS: Record<ArchiveProblem, { is: string; advice: string }> = {
  no_history: { is: 'is a zip archive without a listening history in it', advice: NO_EXPORT },
  nothing_readable: {
    is: 'is a zip archive in which no listening history can be read',
    advice: 'Download the archive again, or unpack it and upload the history files inside it.',
  },
  too_many_entries: {
    is: 'is a zip archive of more than 1,000 files',
    advice: 'Upload only the history files inside it.',
  },
  too_large_unpacked: {
    is: 'unpacks to more than may be imported at once',
    advice: 'Unpack it, then upload the history files in several parts.',
  },
  too_tightly_packed: { is: 'unpacks to more than 200 times its size, which no export does', advice: NO_EXPORT },
};

/** An uploaded file that cannot be imported. Plain data, so that it passes between threads. */
export interface Refusal {
  /** The file as the user knows it. */
  fileName: string;
  kind: ContentProblem | ArchiveProblem;
  /** What is wrong with the entries of an archive, in words. */
  entries?: string;
}

/**
 * Uploaded files are refused before anything is imported. The message names them all, in sentences for the user, and says
 * once what to do about each kind of trouble.
 */
export class UnreadableUploadError extends Error {
  constructor(readonly refusals: readonly Refusal[]) {
    const faults = refusals.map(
      ({ fileName, kind, entries }) =>
        `"${fileName}" ${refusalInWords(kind).is}${entries === undefined ? '' : `: ${entries}`}.`,
    );
    super([...faults, ...new Set(refusals.map(({ kind }) => refusalInWords(kind).advice))].join(' '));
    this.name = 'UnreadableUploadError';
  }
}

function refusalInWords(kind: Refusal['kind']): { is: string; advice: string } {
  return isArchiveProblem(kind) ? ARCHIVE_PROBLEMS[kind] : inWords(kind);
}

function isArchiveProblem(kind: Refusal['kind']): kind is ArchiveProblem {
  return kind in ARCHIVE_PROBLEMS;
}
