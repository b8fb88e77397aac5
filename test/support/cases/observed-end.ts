import { type Get, historyPage } from '../history-page';
import type { Case, RightEnd, RightPlay, RightStatistics, Run } from './case';
import type { Observation } from './observation';

type ShownPlay = Omit<RightPlay, 'ms'> & { ms: number | null };

interface Top {
  name: string;
  platform_id: string;
  play_count: number;
}

type Overview = Record<string, unknown> & { top_artists: Top[]; top_albums: Top[] };

/** Statistics of the overview by the names that right.json has for them. */
const STATISTICS: Record<keyof RightStatistics, (overview: Overview) => unknown> = {
  total_tracks_played: (overview) => overview.total_tracks_played,
  total_ms_played: (overview) => overview.total_ms_played,
  unique_tracks: (overview) => overview.unique_tracks,
  unique_artists: (overview) => overview.unique_artists,
  unique_albums: (overview) => overview.unique_albums,
  top_artists: ({ top_artists }) => top_artists.map(({ name, play_count }) => [name, play_count]),
  top_artist_ids: ({ top_artists }) => top_artists.map(({ platform_id }) => platform_id),
  top_albums: ({ top_albums }) => top_albums.map(({ name, play_count }) => [name, play_count]),
};

/** What there is when a run has ended. */
export async function observedEnd(case_: Case, run: Run, get: Get): Promise<Observation> {
  const right: RightEnd = { ...case_, ...run };
  const parts = [
    ...(right.history === undefined ? [] : [await observedHistory(right.history, run.loose === true, get)]),
    ...(await observedCount(right.historyCount ?? right.count, get)),
    ...(right.figures === undefined ? [] : [await observedStatistics(right.figures, get)]),
    ...(await Promise.all((right.filters ?? []).map((filter) => observedFilter(filter, get)))),
  ];
  return {
    right: Object.assign({}, ...parts.map((part) => part.right)) as Record<string, unknown>,
    came: Object.assign({}, ...parts.map((part) => part.came)) as Record<string, unknown>,
  };
}

async function observedHistory(plays: readonly RightPlay[], isLoose: boolean, get: Get): Promise<Observation> {
  const { total, items } = await historyPage(get);
  const hasIds = plays.some(({ id }) => id !== undefined);
  const shown = items.map(({ played_at, ms_played, track }): ShownPlay => {
    const play = { at: new Date(played_at).toISOString(), track: track.name, artist: track.artist_name, ms: ms_played };
    if (!hasIds) return play;
    return { ...play, id: track.platform_id.startsWith('name:') ? null : track.platform_id };
  });
  const show = isLoose ? withMsByTrack : (list: readonly ShownPlay[]): string[] => list.map(lineOf);
  return { right: { total: plays.length, history: show(plays) }, came: { total, history: show(shown) } };
}

function lineOf({ at, track, artist, ms, id }: ShownPlay): string {
  const known = id === undefined ? '' : `, ${id ?? 'known by its names'}`;
  return `${at} ${artist} - ${track}, ${ms ?? 'unknown'} ms${known}`;
}

/** Plays without their listening times, and these by track in order of length. */
function withMsByTrack(plays: readonly ShownPlay[]): object {
  const times: Record<string, (number | null)[]> = {};
  for (const { track, artist, ms } of plays) (times[`${artist} - ${track}`] ??= []).push(ms);
  for (const list of Object.values(times)) list.sort((a, b) => Number(a) - Number(b));
  return { plays: plays.map((play) => lineOf({ ...play, ms: null })), times };
}

async function observedCount(count: number | undefined, get: Get): Promise<Observation[]> {
  if (count === undefined) return [];
  return [{ right: { plays: count }, came: { plays: (await historyPage(get)).total } }];
}

async function observedStatistics(right: RightStatistics, get: Get): Promise<Observation> {
  const overview = await get<Overview>('/api/v1/analytics/overview?period=all_time');
  const names = Object.keys(right) as (keyof RightStatistics)[];
  return {
    right: Object.fromEntries(names.map((name) => [name, inLines(right[name])])),
    came: Object.fromEntries(names.map((name) => [name, inLines(STATISTICS[name](overview))])),
  };
}

/** Lists with an entry a line, as a comparison shows them best. */
function inLines(value: unknown): unknown {
  return Array.isArray(value) ? value.map((entry) => JSON.stringify(entry)) : value;
}

async function observedFilter([filter, count]: [Record<string, string>, number], get: Get): Promise<Observation> {
  const name = `found by ${JSON.stringify(filter)}`;
  return { right: { [name]: count }, came: { [name]: (await historyPage(get, filter)).total } };
}
