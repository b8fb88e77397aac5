/** Where a report of a play can come from: the platform's feed, its extended streaming history, its account data. */
export type PlaySource = 'api' | 'extended' | 'account';

/** Whose word counts for how long a play was, the first of these that have reported it; the platform's feed does not say. */
export const SOURCES_BY_LENGTH: readonly PlaySource[] = ['extended', 'account', 'api'];

/** The more exact a source's times, the earlier: the feed gives milliseconds, account data minutes. */
export const SOURCES_BY_EXACTNESS: readonly PlaySource[] = ['api', 'extended', 'account'];
