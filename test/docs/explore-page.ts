import { join } from 'node:path';

export const EXPLORE_PAGE = join(__dirname, '../../docs/explore.md');

/** An operation as the page shows it. */
interface Shown {
  /** As the description of the API names it. */
  path: string;
  /** Asked for the answer that is shown. */
  query?: string;
  /** How it is computed, and from what. */
  how: string;
}

interface Subject {
  title: string;
  operations: Shown[];
}

export const SUBJECTS: Subject[] = [
  {
    title: 'Totals and time',
    operations: [
      {
        path: 'summary',
        query: 'period=year',
        how: 'Counts over the plays through the lens, and the same over the range before it; `change` is in percent of that.',
      },
      {
        path: 'series',
        query: 'period=quarter&step=month&by=artist&top=2',
        how: 'Plays by bucket of local time; the series are those of the items that rank highest over the whole range.',
      },
      { path: 'clock', how: 'Plays by the weekday and the hour on the clock where they ended.' },
      { path: 'calendar', query: 'year=2026', how: 'Plays by local day, each with the artist that ranks first on it.' },
      { path: 'on-this-day', how: 'Plays of one day of the calendar, year by year.' },
      {
        path: 'scatter',
        query: 'columns=100&rows=24',
        how: 'Plays in cells of days by time of day, the empty cells left out: what a picture of a whole life needs.',
      },
      { path: 'years', how: 'Plays by local calendar year.' },
    ],
  },
  {
    title: 'Tops',
    operations: [
      ...['artists', 'albums', 'tracks', 'genres'].map((kind) => ({
        path: `top/${kind}`,
        query: 'period=quarter',
        how: 'Items ranked by plays, or by time with `measure=ms`, beside their rank in the range before.',
      })),
      {
        path: 'ranks',
        query: 'period=year&step=quarter&top=2',
        how: 'The rank of each item among all items of each bucket: a bump chart.',
      },
      {
        path: 'search',
        query: 'q=the',
        how: 'Folded words (Unicode NFKD without marks, lower case) looked for in your own artists, albums and tracks.',
      },
    ],
  },
  {
    title: 'Discovery',
    operations: [
      {
        path: 'discoveries',
        query: 'period=year&step=quarter',
        how: 'An item is discovered by its first play in the world: the plays through the lens without its range.',
      },
      {
        path: 'funnel',
        query: 'period=year',
        how: 'Of what was discovered in each quarter, the share that was still played so many days after its first play.',
      },
      {
        path: 'diversity',
        query: 'period=year&step=quarter',
        how: 'Effective artists are the exponential of the Shannon entropy of the mix (C. E. Shannon, A Mathematical Theory of Communication, 1948; as an effective number, M. O. Hill, 1973); `gini` is the Gini coefficient (C. Gini, 1912).',
      },
      {
        path: 'forgotten',
        how: 'What was played on five days or more and has paused three times longer than its usual longest pauses (the 0.9 quantile of its gaps), and longer than 90 days.',
      },
    ],
  },
  {
    title: 'Sessions, streaks and habits',
    operations: [
      {
        path: 'sessions',
        how: 'A play opens a session if it starts later than the gap after the end of the play before.',
      },
      { path: 'sessions/{started_at}', how: 'One of these sessions with its plays.' },
      { path: 'streaks', how: 'Runs of local days in a row with a play.' },
      {
        path: 'milestones',
        how: 'Round numbers of plays. The Eddington number is the greatest E with E days of E plays or more, as A. S. Eddington counted his cycling.',
      },
      {
        path: 'obsessions',
        how: 'Plays of an item of which `min_plays` in a row lie within seven days; such groups that share a play are one.',
      },
      {
        path: 'seasons',
        query: 'of=artists',
        how: 'A Rayleigh test of the days of the year on which an item was played (N. I. Fisher, Statistical Analysis of Circular Data, 1993; p after J. H. Zar, Biostatistical Analysis).',
      },
      {
        path: 'albums-heard',
        how: 'Albums heard from the first track to the last in one session, in the order of the catalogue.',
      },
      {
        path: 'chapters',
        how: 'Mondays at which the mix of artists of the 12 weeks before and the 12 weeks after are furthest apart: 1 - cosine of the two vectors of sums.',
      },
    ],
  },
  {
    title: 'Comparing',
    operations: [
      {
        path: 'compare',
        query: 'period=quarter&other_period=year&limit=1',
        how: 'Shares of the two ranges, subtracted; `similarity` is the cosine of the artists’ sums.',
      },
      { path: 'similar-years', how: 'The same cosine for every two calendar years.' },
    ],
  },
  {
    title: 'One item',
    operations: ['artists', 'albums', 'tracks'].map((kind) => ({
      path: `${kind}/{id}`,
      query: 'step=year',
      how: 'All of the above for the plays of one item; `lift` says how much more often a neighbour comes beside it than by chance.',
    })),
  },
  {
    title: 'The whole',
    operations: [
      {
        path: 'provenance',
        query: 'period=quarter',
        how: 'By month, what reported the plays, and days of which nothing can know.',
      },
      {
        path: 'years/{year}',
        how: 'A year in review: the answers of the other operations under `period=YYYY`, together.',
      },
    ],
  },
];

/** The exports, of which the page shows the first lines. */
export const EXPORTS = ['plays.csv', 'plays.jsonl', 'plays.parquet'];

const INTRODUCTION = `# Explore

<!-- Made by \`npm run docs:explore\`, which asks a service with the sandbox's data: change test/docs/explore-page.ts. -->

Any question about your own plays, under \`/api/v1/explore\`. Every operation, and \`GET /api/v1/history\`, takes a **lens**:
which plays count, by range, items, genres, origin, hours, weekdays, length and words, on the clocks of any zone. The
parameters are described at \`/api/docs\`; a lens that is used often can be saved (\`/api/v1/explore/lenses\`) and named by
\`lens=ID\`. The answer repeats the lens as it was understood.

A play counts at the instant at which it ended. Its counted time is what was measured, else the length of the track.
Everything is computed from your plays alone, in one SQL statement or a few over columns that follow from the record
([architecture.md](architecture.md) says how); the statements are in \`src/explore\`, in the \`.sql.ts\` file of each subject.

The answers below are of the sandbox's listener Mira: without \`lens\`, and cut to the first entry of each list.
`;

/** The page. @param answers by path, as JSON that is ready to be shown */
export function explorePage(answers: ReadonlyMap<string, string>, lines: ReadonlyMap<string, string>): string {
  const subjects = SUBJECTS.map(({ title, operations }) => {
    const shown = operations.map(({ path, query = '', how }) => {
      const asked = query === '' ? '' : `Asked with \`?${query}\`:\n\n`;
      return `### ${heading(path)}\n\n${how}\n\n${asked}\`\`\`json\n${answers.get(path) ?? ''}\n\`\`\``;
    });
    return [`## ${title}`, ...shown].join('\n\n');
  });
  const exports = EXPORTS.map((path) => {
    const text = lines.get(path);
    return `### ${heading(path)}${text === undefined ? '\n\nThe same columns as a file of Parquet.' : `\n\n\`\`\`\n${text}\n\`\`\``}`;
  });
  const intro = 'The plays through the lens, oldest first, streamed.';
  return `${[INTRODUCTION, ...subjects, `## Exports\n\n${intro}`, ...exports].join('\n\n')}\n`;
}

export const heading = (path: string): string => `GET /api/v1/explore/${path}`;
