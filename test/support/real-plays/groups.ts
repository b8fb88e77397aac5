import fc from 'fast-check';
import { TRACKS } from './tracks';

/**
 * Who reports plays: the feed; today's extended history; a later one, in which some tracks have other ids; one of 2020,
 * without ids; account data.
 */
export const REPORTERS = ['feed', 'extended', 'relinked', 'old', 'account'] as const;
export type Reporter = (typeof REPORTERS)[number];

/** Those of whom each reports the second of a play's end and how long it was listened to. */
export const EXPORTS: readonly Reporter[] = ['extended', 'relinked', 'old'];

/**
 * Plays of one track that lie close together:
 * - `single`: one play, long before and after all others of its track
 * - `earlyFeed`: one that the feed dates up to 20 s before or after the exports do
 * - `feedByStart`: one that the feed dates by its start
 * - `loop`: several one after the other, each of more than a minute
 * - `quickLoop`: several of less than a minute, all of which the feed dates by so much earlier or later
 * - `closePair`: two that end within a minute, neither of them long enough for the feed
 */
export const KINDS = ['single', 'earlyFeed', 'feedByStart', 'loop', 'quickLoop', 'closePair'] as const;

/** What a group of plays is made of; each kind uses some of it. */
export interface Group {
  kind: (typeof KINDS)[number];
  /** Place in TRACKS. */
  track: number;
  /** Milliseconds before the first play starts. */
  pauseMs: number;
  /** Milliseconds listened to the first play. */
  msPlayed: number;
  /** Plays of a loop. */
  plays: number;
  /** Share of the range of a kind, from 0 to 1: how far plays lie apart, and how far off the feed's time is. */
  spacing: number;
  offset: number;
  reportedBy: Reporter[];
  /** An export or account data has each record twice. */
  isRepeated: boolean;
  /** The feed reports a single play again 0.7 s later. */
  isFedTwice: boolean;
  /** Today's export also has a record of a single play that was cut short, at the same time. */
  hasShorterRecord: boolean;
  /** Today's export has the first play of a close pair as one of a local file. */
  isFirstLocal: boolean;
  /** Today's export has the names of a local file in its address alone. */
  isUnnamed: boolean;
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });

export const groups: fc.Arbitrary<Group> = fc
  .record<Group>({
    kind: fc.constantFrom(...KINDS),
    track: fc.nat(TRACKS.length - 1),
    pauseMs: fc.integer({ min: 0, max: 20 * 60_000 }),
    msPlayed: fc.integer({ min: 70_000, max: 180_000 }),
    plays: fc.integer({ min: 2, max: 5 }),
    spacing: unit,
    offset: unit,
    reportedBy: fc.subarray([...REPORTERS], { minLength: 1 }),
    isRepeated: fc.boolean(),
    isFedTwice: fc.boolean(),
    hasShorterRecord: fc.boolean(),
    isFirstLocal: fc.boolean(),
    isUnnamed: fc.boolean(),
  })
  .map((group) => ({ ...group, reportedBy: reportersOf(group) }));

/** Those who report a group so that its plays are told apart: see `realPlays` for what is left out. */
function reportersOf({ kind, track, reportedBy }: Group): Reporter[] {
  const reporters = new Set(reportedBy);
  const isDatedOtherwise = kind === 'earlyFeed' || kind === 'feedByStart' || kind === 'quickLoop';
  if (isDatedOtherwise) reporters.add('feed');
  if (kind === 'closePair' || TRACKS[track]?.isLocal === true) reporters.delete('feed');
  if (kind === 'quickLoop') reporters.delete('account');
  const isExported = EXPORTS.some((reporter) => reporters.has(reporter));
  if (!isExported && (isDatedOtherwise || reporters.size === 0)) reporters.add('extended');
  return REPORTERS.filter((reporter) => reporters.has(reporter));
}
