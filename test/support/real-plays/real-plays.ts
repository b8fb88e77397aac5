import fc from 'fast-check';
import { groups, type Reporter, REPORTERS } from './groups';
import { Listening } from './listening';
import type { RealPlays } from './report';
import { SPELLINGS } from './spellings';

/** So that the feed, which holds 50 entries, holds all of them. */
export const MOST_GROUPS = 10;

/**
 * Listening as it really was, and what each source reports of it. It keeps to plays that the rules tell apart, and leaves out:
 * - two plays that end within a minute and of which the feed has one: account data's two records of that minute have the
 *   same claim to it
 * - two plays of one length in one minute of account data, whose records are equal
 * - loops of which one source reports some plays and another source others: a play's end is the start of the next
 * - plays that the feed dates otherwise than the exports do, and that no export reports
 * - names that are blank, or that a search on the platform would find
 *
 * @param leastGroups groups of plays that lie close together, up to {@link MOST_GROUPS}
 */
export function realPlays(leastGroups = 1): fc.Arbitrary<RealPlays> {
  const spellings = REPORTERS.map((reporter) => [reporter, fc.nat(SPELLINGS.length - 1)] as const);
  return fc
    .record({
      groups: fc.array(groups, { minLength: leastGroups, maxLength: MOST_GROUPS }),
      spellings: fc.record(Object.fromEntries(spellings) as Record<Reporter, fc.Arbitrary<number>>),
      feedHasNewIds: fc.boolean(),
    })
    .map(({ groups: made, spellings: spelt, feedHasNewIds }) => {
      const listening = new Listening(spelt, feedHasNewIds);
      for (const group of made) listening.add(group);
      return listening.result;
    });
}
