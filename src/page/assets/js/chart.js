/** Bar charts of plain elements, with the same numbers as a table for those who cannot see or point at bars. */
import { make } from './dom.js';
import * as format from './format.js';

/** More bars than this stand without gaps, or a narrow screen would show nothing but gaps. */
const SPACED_BARS = 60;

/**
 * Draws bars into a figure.
 * @param bars array of {label, plays, note?}, in order; the note is shown with a bar's plays
 * @param heading what the labels are: "Month"
 */
export function drawBars(figure, bars, heading) {
  const most = bars.reduce((highest, bar) => (bar.plays > highest.plays ? bar : highest), { plays: 0 });
  const resting = most.plays === 0 ? '' : `Most: ${inWords(most)}`;
  const caption = make('figcaption', {}, resting);
  // The table says it all; a row of a hundred boxes would only be in the way.
  const columns = make('div', { class: bars.length > SPACED_BARS ? 'bars dense' : 'bars', 'aria-hidden': 'true' });
  for (const bar of bars) {
    const column = make('div');
    column.style.setProperty('--share', `${most.plays === 0 ? 0 : (bar.plays / most.plays) * 100}%`);
    column.addEventListener('pointerenter', () => (caption.textContent = inWords(bar)));
    columns.append(column);
  }
  columns.addEventListener('pointerleave', () => (caption.textContent = resting));
  figure.replaceChildren(caption, columns, ticks(bars), table(bars, heading));
}

function inWords({ label, plays, note }) {
  const words = `${label}: ${format.count(plays, 'play')}`;
  return note === undefined ? words : `${words}, ${note}`;
}

/** Labels of the first, the middle and the last bar, or of as many as there are. */
function ticks(bars) {
  const places = new Set([0, Math.floor((bars.length - 1) / 2), bars.length - 1]);
  const labels = [...places].filter((place) => place >= 0).map((place) => make('span', {}, bars[place].label));
  return make('div', { class: 'ticks', 'aria-hidden': 'true' }, ...labels);
}

function table(bars, heading) {
  const head = make('tr', {}, make('th', { scope: 'col' }, heading), make('th', { scope: 'col' }, 'Plays'));
  const rows = bars.map(({ label, plays }) =>
    make('tr', {}, make('th', { scope: 'row' }, label), make('td', {}, format.number(plays))),
  );
  const body = make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows));
  return make('details', {}, make('summary', {}, 'As a table'), make('div', { class: 'scroll', tabindex: '0' }, body));
}
