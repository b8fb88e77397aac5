/** The headline figures, charts and top lists of a period. */
import { get } from './api.js';
import { drawBars } from './chart.js';
import { byId, make, say, show } from './dom.js';
import * as format from './format.js';

const TREND_HEADINGS = { week: 'Day', month: 'Day', quarter: 'Week', year: 'Month', all_time: 'Month' };

/** Counts the loads: of two under way, only the later one is shown. */
let latest = 0;

/**
 * Fetches the figures of the chosen period and shows them.
 * @param timezone the zone that they are counted in
 * @throws ApiError only when the session has ended; other failures are shown in place
 */
export async function loadFigures(timezone) {
  const period = document.querySelector('#periods input:checked').value;
  const turn = ++latest;
  const section = byId('figures');
  section.setAttribute('aria-busy', 'true');
  try {
    const fetched = await Promise.all([
      get('/api/v1/analytics/overview', { period }),
      get('/api/v1/analytics/trend', { period }),
    ]);
    if (turn !== latest) return;
    say(byId('figures-problem'), '');
    showFigures(period, timezone, ...fetched);
  } catch (error) {
    if (error.status === 401) throw error;
    if (turn === latest) say(byId('figures-problem'), `The figures cannot be shown. ${error.message}`);
  } finally {
    if (turn === latest) section.removeAttribute('aria-busy');
  }
}

function showFigures(period, timezone, overview, trend) {
  const none = overview.total_tracks_played === 0;
  show(byId('empty'), none && period === 'all_time');
  show(byId('quiet'), none && period !== 'all_time');
  show(byId('figures-body'), !none);
  if (none) return;
  headline('plays', overview.total_tracks_played);
  headline('hours', overview.total_hours, format.hours);
  headline('tracks', overview.unique_tracks);
  headline('artists', overview.unique_artists);
  headline('albums', overview.unique_albums);
  headline('streak', overview.listening_streak_days);
  drawBars(byId('trend'), trend.points.map(trendBar), TREND_HEADINGS[period]);
  drawBars(byId('by-hour'), overview.hourly_distribution.map(hourBar), 'Hour');
  ranking('top-artists', overview.top_artists);
  ranking('top-tracks', overview.top_tracks, ({ artist }) => artist);
  ranking('top-albums', overview.top_albums, ({ artist_name: artist }) => artist);
  byId('counted').textContent = `Counted ${format.moment(overview.computed_at, timezone)}, by days of ${timezone}.`;
}

/** A figure as people read it, with its bare value beside for programs. */
function headline(id, value, inWords = format.number) {
  byId(id).replaceChildren(make('data', { value }, inWords(value)));
}

function trendBar({ label, plays, hours }) {
  return { label: format.bucket(label), plays, note: `${format.hours(hours)} hours` };
}

function hourBar({ hour, plays }) {
  return { label: format.hourOfDay(hour), plays };
}

/** The number alone for the eye, which sees a column of them. */
function playsInWords(plays) {
  const noun = make('span', { class: 'unseen' }, plays === 1 ? ' play' : ' plays');
  return make('data', { value: plays }, format.number(plays), noun);
}

/** @param artistOf gives an entry's artist, '' where it has none that is known or not the entry itself */
function ranking(id, entries, artistOf = () => '') {
  const most = entries[0]?.play_count ?? 0;
  const rows = entries.map((entry) => {
    const artist = artistOf(entry);
    const name = make('span', { class: 'name' }, make('span', { class: 'title' }, entry.name));
    if (artist !== '') name.append(make('small', {}, artist));
    const row = make('li', {}, name, playsInWords(entry.play_count));
    row.style.setProperty('--share', `${(entry.play_count / most) * 100}%`);
    return row;
  });
  byId(id).replaceChildren(...rows);
}
