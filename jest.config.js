const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/support/fresh-lmdb.ts'],
  // As .swcrc says, which the processes that tests start are compiled by, too.
  transform: { '^.+\\.(ts|js|mjs)$': '@swc/jest' },
  // These packages ship ES modules, which Jest cannot load untransformed.
  transformIgnorePatterns: ['/node_modules/(?!(@fastify|cookie)/)'],
};

/** What `npm test` leaves to `npm run test:long`. */
const LONG = '\\.long\\.spec\\.ts$';

const services = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** @type {import('jest').Config} */
module.exports = {
  testTimeout: 30_000,
  // One more than cores: many files wait for a lease to run out, a platform to answer or a process to start.
  maxWorkers: 3,
  // What test files leave behind in a worker adds up to gigabytes, and to minutes of garbage collection.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/{docs,support}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', LONG],
    },
    {
      ...base,
      ...services,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{container,e2e,faults,security}/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', LONG],
    },
    // Takes longer than one waits for: histories of real size, random kills and requests, many runs of one thing.
    { ...base, ...services, displayName: 'long', testMatch: ['<rootDir>/{src,test}/**/*.long.spec.ts'] },
    // Goes on until something is found, for as long as FAULT_MINUTES says: apart from the other tests.
    { ...base, ...services, displayName: 'soak', testMatch: ['<rootDir>/test/{faults,load}/**/*.soak.ts'] },
    // Needs Debian's chromium, which the service itself does not: apart from the other tests.
    { ...base, ...services, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.spec.ts'] },
  ],
};
