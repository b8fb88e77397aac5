import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The collection of each schema, and the constants that name those which are written without one. */
const DECLARED = /@Schema\(\{ collection: '(\w+)'|^const (?:LEASES|RECORDS) = '(\w+)'/gm;

function declaredCollections(): string[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return sources.flatMap((file) =>
    [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(DECLARED)].map(([, schema, raw]) => schema ?? raw ?? ''),
  );
}

it('docs/architecture.md tells of every collection that is stored, and of no other', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = /## What is stored\n([^#]*)/.exec(page) ?? [];
  const told = [...section.matchAll(/^\| (`[^|]*`) *\|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
  expect(told.sort()).toEqual(declaredCollections().sort());
});
