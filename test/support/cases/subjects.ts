/** The cases by what they are about; the cases of a subject are one file of tests, since files run side by side. */
export const SUBJECTS = {
  ids: [
    'export-without-ids',
    'local-file-with-id',
    'reloaded-local-files',
    'local-file-beside-stream',
    'relinked-ids',
    'own-export',
  ],
  order: ['any-order'],
  matching: [
    'looped-song',
    'same-minute-plays',
    'same-time-records',
    'minute-of-extended-time',
    'feed-by-start',
    'feed-told-again',
    'future-feed-play',
    'deleted-play',
  ],
  names: [
    'artist-ids',
    'album-artists',
    'blank-names',
    'name-spellings',
    'joiners-within-names',
    'names-never-told',
    'placeholder-names',
    'private-playlist',
  ],
  files: [
    'archive-entries',
    'nested-archives',
    'odd-archives',
    'locked-entries',
    'episodes-with-track-names',
    'times-with-offsets',
  ],
} as const;

export type Subject = keyof typeof SUBJECTS;
