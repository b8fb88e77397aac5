import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
export const ARCHITECTURE_PAGE = join(ROOT, 'docs/architecture.md');
const PICTURE = /(<!-- picture -->\n+```mermaid\n)[^]*?(```\n)/;
/** Every folder uses these: arrows to them would only hide the others. */
const EVERYWHERE = ['common', 'config', 'database', 'metrics'];

interface CruisedModule {
  source: string;
  dependencies: { resolved: string }[];
}

/** The page with the picture of the source as it is. */
export function architecturePage(): string {
  const page = readFileSync(ARCHITECTURE_PAGE, 'utf8');
  if (!PICTURE.test(page)) throw new Error('docs/architecture.md has no place for the picture');
  return page.replace(PICTURE, (_, begin: string, end: string) => begin + picture() + end);
}

/** Who imports whom among the folders of src/: an arrow is left out where a longer way of arrows says the same. */
function picture(): string {
  const imports = importsOfFolders();
  const lines = [...imports].flatMap(([from, to]) =>
    [...to].filter((folder) => !isReachedOtherwise(imports, from, folder)).map((folder) => `  ${from} --> ${folder}`),
  );
  return `flowchart LR\n${lines.sort().join('\n')}\n`;
}

function importsOfFolders(): Map<string, Set<string>> {
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const isDrawn = (folder: string | undefined): folder is string =>
    folder !== undefined && !EVERYWHERE.includes(folder) && folders.some(({ name }) => name === folder);
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of cruise()) {
    const from = folderOf(source);
    if (!isDrawn(from)) continue;
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const { resolved } of dependencies) {
      const folder = folderOf(resolved);
      if (isDrawn(folder) && folder !== from) to.add(folder);
    }
  }
  return imports;
}

function folderOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

function cruise(): CruisedModule[] {
  const output = execFileSync(
    'npx',
    ['--no-install', 'depcruise', 'src', '--config', '.dependency-cruiser.js', '--output-type', 'json'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return (JSON.parse(output) as { modules: CruisedModule[] }).modules;
}

function isReachedOtherwise(imports: ReadonlyMap<string, Set<string>>, from: string, to: string): boolean {
  return [...(imports.get(from) ?? [])].some((next) => next !== to && reaches(imports, next, to));
}

function reaches(imports: ReadonlyMap<string, Set<string>>, from: string, to: string): boolean {
  return [...(imports.get(from) ?? [])].some((next) => next === to || reaches(imports, next, to));
}
