import { readFileSync } from 'node:fs';
import { ARCHITECTURE_PAGE, architecturePage } from './architecture-picture';

it('docs/architecture.md shows the folders as they import one another (npm run docs:architecture draws it anew)', () => {
  expect(readFileSync(ARCHITECTURE_PAGE, 'utf8')).toBe(architecturePage());
}, 120_000);
