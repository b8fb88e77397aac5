const WHAT_TO_UPLOAD =
  'Upload the .zip as the platform sent it, or the listening history files inside it (Streaming_History_*.json, endsong_*.json or StreamingHistory*.json).';
const DOWNLOAD_AGAIN = 'Download it again, then upload the new copy.';
const UNPACK = 'Unpack it, then upload the listening history files inside it.';

interface ProblemInWords {
  /** What follows the name of the file in a sentence. */
  is: string;
  /** What to do about it, as a sentence. */
  advice: string;
  /** Set if the content is known to be no history: it is not that it cannot be read. */
  isOther?: true;
  /** Set if the content is known to be an archive or packed file, in which a history may lie. */
  isArchive?: true;
}

const PROBLEMS = {
  empty: { is: 'is empty (0 bytes)', advice: DOWNLOAD_AGAIN },
  zero_filled: { is: 'holds nothing but zeros', advice: DOWNLOAD_AGAIN },
  blank: { is: 'holds nothing but blanks', advice: DOWNLOAD_AGAIN },
  cut_short: { is: 'breaks off before its first record is whole', advice: DOWNLOAD_AGAIN },
  damaged: { is: 'cannot be unpacked, because its data is damaged', advice: DOWNLOAD_AGAIN },
  damaged_gzip: {
    is: 'is a damaged gzip file, of which no history can be unpacked',
    advice: DOWNLOAD_AGAIN,
  },
  empty_gzip: { is: 'is a gzip file of nothing', advice: DOWNLOAD_AGAIN },
  other_gzip: { is: 'is a gzip file without a listening history in it', advice: WHAT_TO_UPLOAD, isOther: true },
  empty_zip: { is: 'is a zip archive without files', advice: WHAT_TO_UPLOAD, isOther: true },
  damaged_zip: { is: 'is a damaged or incomplete zip archive', advice: DOWNLOAD_AGAIN, isArchive: true },
  wrong_encoding: {
    is: 'is neither in UTF-8 nor in UTF-16 with a byte order mark, so that its names cannot be read',
    advice: 'Download it again, or save it as UTF-8, then upload the new copy.',
  },
  wrapped: {
    is: 'has its records wrapped in an object, not as a list or one a line',
    advice: WHAT_TO_UPLOAD,
  },
  locked: { is: 'is locked with a password', advice: UNPACK },
  unknown_method: { is: 'is packed by a method that cannot be unpacked here', advice: UNPACK },
  nested_too_deep: {
    is: 'is nested too deep: an archive in an archive in an archive',
    advice: UNPACK,
    isArchive: true,
  },
  packed_twice: {
    is: 'is a gzip file of another packed file, which is not opened',
    advice: UNPACK,
    isArchive: true,
  },
  other_archive: { is: 'is an archive that is neither gzip nor zip', advice: UNPACK, isArchive: true },
  other_json: { is: 'is not a listening history, but other JSON', advice: WHAT_TO_UPLOAD, isOther: true },
  unknown_kind: { is: 'is neither JSON, nor gzip, nor a zip archive', advice: WHAT_TO_UPLOAD, isOther: true },
  pdf: { is: 'is a PDF document', advice: WHAT_TO_UPLOAD, isOther: true },
  picture: { is: 'is a picture', advice: WHAT_TO_UPLOAD, isOther: true },
  web_page: { is: 'is a web page', advice: WHAT_TO_UPLOAD, isOther: true },
  mac_twin: {
    is: 'is what a Mac keeps beside a file, not the file itself',
    advice: WHAT_TO_UPLOAD,
    isOther: true,
  },
  own_copy: {
    is: 'has the same plays as history.jsonl, which is read instead',
    advice: WHAT_TO_UPLOAD,
    isOther: true,
  },
} satisfies Record<string, ProblemInWords>;

/** Why a file, or an entry of an archive, is not read. */
export type ContentProblem = keyof typeof PROBLEMS;

export function inWords(problem: ContentProblem): ProblemInWords {
  return PROBLEMS[problem];
}
