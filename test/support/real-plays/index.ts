export { exportFiles, feedItems } from './files';
export type { ExportFile } from './files';
export { REPORTERS } from './groups';
export type { Reporter } from './groups';
export { MOST_GROUPS, realPlays } from './real-plays';
export type { RealPlays, Report, RightPlay } from './report';
export { foldedNames } from './spellings';
