/** Reads a path of the API as some listener. */
export type Get = <Body>(path: string) => Promise<Body>;

/** A page of the history, as far as tests look at it. */
export interface HistoryPage {
  total: number;
  items: {
    id: string;
    played_at: string;
    ms_played: number | null;
    track: { platform_id: string; name: string; artist_name: string };
  }[];
}

const LONGEST_PAGE = 100;

/** The newest hundred plays that a filter finds. */
export function historyPage(get: Get, filter: Record<string, string> = {}): Promise<HistoryPage> {
  const query = new URLSearchParams({ ...filter, limit: String(LONGEST_PAGE) });
  return get(`/api/v1/history?${query.toString()}`);
}
