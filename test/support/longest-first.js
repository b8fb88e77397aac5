const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The test files that take longest, the longest first, under test/. Jest knows how long a file took only where it has run
 * before; in a new clone it goes by the size of the file, and one of these would still run long after all others.
 */
const LONGEST = [
  'e2e/import-figures.long.spec.ts',
  'e2e/sync-month.long.spec.ts',
  'container/image.long.spec.ts',
  'e2e/real-plays.long.spec.ts',
  'e2e/cases/matching.long.spec.ts',
  'e2e/cases/order.long.spec.ts',
  'e2e/account-data-at-size.long.spec.ts',
  'faults/rolling-restart.long.spec.ts',
  'faults/import-crash.long.spec.ts',
  'faults/clock-steps.long.spec.ts',
  'e2e/extending.long.spec.ts',
  'faults/services-paused.long.spec.ts',
  'e2e/catalogue.long.spec.ts',
  'e2e/catalogue-names.long.spec.ts',
  'e2e/openapi-random.long.spec.ts',
  'faults/sync-crash.spec.ts',
];
const PATHS = LONGEST.map((name) => join(__dirname, '..', name));
for (const path of PATHS) if (!existsSync(path)) throw new Error(`longest-first.js names ${path}, which is not there`);

/** Jest's order of the test files, with the longest before all others, so that all workers end at about the same time. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => (PATHS.includes(path) ? PATHS.indexOf(path) : PATHS.length);
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
