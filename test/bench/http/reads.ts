import type { PlayTally } from '../play-tally';
import { count } from '../report';

const HISTORY = '/api/v1/history';
const PAGE_SIZE = 50;
const DEEP_PAGE_BAR = 2;
const EXACT_FILTER_BAR = 3;
const WILDCARD_BAR = 10;
const FEW_PLAYS = 1_000;

/** What is read from stored figures, and from the job list. */
export const FIGURES: readonly { name: string; path: string }[] = [
  { name: 'overview', path: '/api/v1/analytics/overview' },
  { name: 'top tracks', path: '/api/v1/tracks/top' },
  { name: 'top artists', path: '/api/v1/artists/top' },
  { name: 'top albums', path: '/api/v1/albums/top' },
  { name: 'genres', path: '/api/v1/genres/distribution' },
  { name: 'trend', path: '/api/v1/analytics/trend' },
  { name: 'jobs', path: '/api/v1/sync-jobs' },
];

export interface HistoryRead {
  name: string;
  path: string;
  /** What is read, where it is not the number of matching plays that tells. */
  detail?: string;
  /** How many times the first page it may take. */
  mostBesideFirst?: number;
}

/** Reads of a history of so many plays, the first page first. */
export function historyReads(plays: number, tally: PlayTally): HistoryRead[] {
  const pages = Math.ceil(plays / PAGE_SIZE);
  const artist = tally.artistWithUpTo(FEW_PLAYS);
  const [first, last] = tally.daysWithUpTo(FEW_PLAYS);
  const page = (name: string, number: number): HistoryRead => ({
    name: `history, ${name} page`,
    path: `${HISTORY}?page=${number}`,
    detail: `page ${count(number)}`,
    mostBesideFirst: DEEP_PAGE_BAR,
  });
  const filter = (name: string, mostBesideFirst: number, query: Record<string, string>): HistoryRead => ({
    name: `history by ${name}`,
    path: `${HISTORY}?${new URLSearchParams(query).toString()}`,
    mostBesideFirst,
  });
  return [
    { name: 'history, first page', path: HISTORY, detail: 'page 1' },
    page('middle', Math.ceil(pages / 2)),
    page('last', pages),
    filter('artist', EXACT_FILTER_BAR, { artist }),
    filter('track', EXACT_FILTER_BAR, { track: tally.trackWithUpTo(FEW_PLAYS) }),
    filter('date', EXACT_FILTER_BAR, { start_date: first, end_date: last }),
    // All names are looked at; few plays match, and then most of the history.
    filter('rare wildcard', WILDCARD_BAR, { artist: `*${artist.slice(1)}` }),
    filter('common wildcard', WILDCARD_BAR, { artist: '*a*' }),
  ];
}
