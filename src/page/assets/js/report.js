/** The report of an import in words. */
import { make } from './dom.js';
import * as format from './format.js';

/** Why a record is not in the history, by the report's reasons. */
const SKIPPED = {
  not_a_track: 'no music: podcast episodes, audiobooks and entries that name no track',
  not_played: 'not played at all: skipped before anything was heard',
  invalid: 'not readable: damaged, far too long, or dated in the future or before October 2002',
  duplicate: 'in your history already',
};

/** Elements that tell what became of the records of an import that has ended. */
export function reportInWords({ id, report }, timezone) {
  const skipped = Object.entries(report.skipped).filter(([, count]) => count > 0);
  const files = format.count(report.files, 'file');
  return [
    make('p', {}, `${format.count(report.records, 'record')} read from ${files}. ${keptInWords(report, timezone)}`),
    ...(report.merged > 0 ? [make('p', {}, mergedInWords(report.merged))] : []),
    ...(skipped.length > 0
      ? [make('p', {}, 'Not stored as plays:'), make('ul', {}, ...skipped.map(reasonInWords))]
      : []),
    ...(report.records > report.stored ? [make('p', {}, recordsLink(id))] : []),
    ...entriesInWords(report.entries ?? []),
  ];
}

/** What could not be read, for all to see, and what was no history, for those who look. */
function entriesInWords(entries) {
  const unreadable = entries.filter(({ state }) => state === 'unreadable');
  const others = entries.filter(({ state }) => state === 'not_history');
  const list = (some) => make('ul', {}, ...some.map(({ name, reason }) => make('li', {}, `${name} ${reason}`)));
  return [
    ...(unreadable.length > 0 ? [make('p', {}, 'Not readable:'), list(unreadable)] : []),
    ...(others.length > 0
      ? [
          make(
            'details',
            {},
            make('summary', {}, `Beside the histories: ${format.count(others.length, 'file')}`),
            list(others),
          ),
        ]
      : []),
  ];
}

function keptInWords({ stored, first_played_at: first, last_played_at: last }, timezone) {
  const plays = stored === 0 ? 'No new plays stored' : `${format.count(stored, 'new play')} stored`;
  if (first === null || last === null) return `${plays}.`;
  return `${plays}; what was kept reaches from ${format.day(first, timezone)} to ${format.day(last, timezone)}.`;
}

function mergedInWords(merged) {
  const matched = merged === 1 ? 'matched a play' : 'matched plays';
  return `${format.count(merged, 'record')} ${matched} you had already, and filled in how long you listened.`;
}

function reasonInWords([reason, count]) {
  return make('li', {}, make('strong', {}, format.number(count)), ` ${SKIPPED[reason] ?? reason}`);
}

/** A download: one line of JSON for each record that is no new play. */
function recordsLink(id) {
  return make(
    'a',
    { href: `/api/v1/history/import/${id}/records` },
    'Download these records one by one, with the reasons',
  );
}
