/**
 * The import order of the folders under src/: a folder imports only from the ranks below its own.
 * Folders of one rank do not import one another. import-command, which starts the service itself where none runs, stands
 * above all of them, and beside service.ts.
 */
const ranks = [
  ['common'],
  ['config'],
  ['metrics'],
  ['database', 'queue', 'local-services'],
  ['command-line'],
  ['database-tools'],
  ['api-logs', 'sync-jobs'],
  ['platform'],
  ['users', 'catalogue'],
  ['history'],
  ['columns'],
  ['analytics', 'explore'],
  ['playlists', 'recommendations', 'player', 'browse', 'library'],
  ['sync'],
  ['auth', 'account'],
  ['health', 'page', 'rate-limit', 'doctor'],
  ['http'],
];

const outOfOrder = ranks.map((folders, rank) => ({
  name: `${folders.join('-')}-imports-only-lower-ranks`,
  severity: 'error',
  from: { path: `^src/(${folders.join('|')})/` },
  to: { path: '^src/', pathNot: `^src/(${ranks.slice(0, rank).flat().join('|') || '(?!)'})/|^src/$1/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      from: { path: '^src/(?!sandbox/|service\\.ts)' },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'sandbox-imports-nothing-of-the-service',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^src/(?!sandbox/|common/)' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.(d|spec)\\.ts$' },
      to: {},
    },
    ...outOfOrder,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$|^src/page/assets/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
