import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { format, resolveConfig } from 'prettier';
import { runCommand } from '../../src/common/run-command';
import { type AuthHeaders, getJson, jobUntil, uploadFiles } from '../support/api-calls';
import { consentAt, logInWith } from '../support/sandbox-platform';
import { freePort } from '../support/free-port';
import { ServiceProcess } from '../support/service-process';
import { callApi } from '../support/test-app';
import { EXPLORE_PAGE, EXPORTS, explorePage, SUBJECTS } from './explore-page';

/** Where the sandbox is unless a setting says otherwise. */
const SANDBOX = 'http://127.0.0.1:8001';
const LISTENER = 'mira';
const PLAYS = 4_000;
const LONGEST_CATALOGUE_MS = 120_000;

type Body = Record<string, unknown>;

/** `npm run docs:explore`, after a build: asks a service with the sandbox's data, and writes what it answers. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'playledger-docs-'));
  const sandboxPort = await freePort();
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const env = { SANDBOX_PORT: String(sandboxPort) };
  const service = await ServiceProcess.start(join(folder, 'data'), { from: 'build', env });
  try {
    const api = { url: service.url, call: (path: string) => callApi(`${service.url}${path}`, { redirect: 'manual' }) };
    const platform = { consent: (address: string, as: string) => consentAt(sandbox, address, as) };
    const token = await logInWith(platform, api, LISTENER);
    const headers = { authorization: `Bearer ${token}` };
    await loadExport(service.url, sandbox, headers, join(folder, 'export.json'));
    await catalogueFetched(service.url, headers);
    const { answers, lines } = await ask(service.url, headers);
    const page = explorePage(answers, lines).replaceAll(sandbox, SANDBOX);
    const style = await resolveConfig(EXPLORE_PAGE);
    writeFileSync(EXPLORE_PAGE, await format(page, { ...style, parser: 'markdown' }));
  } finally {
    await service.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loadExport(url: string, sandbox: string, headers: AuthHeaders, file: string): Promise<void> {
  const made = await fetch(`${sandbox}/sandbox/export?user=${LISTENER}&plays=${PLAYS}&format=extended`);
  writeFileSync(file, Buffer.from(await made.arrayBuffer()));
  await jobUntil(url, headers, await uploadFiles(url, headers, [file]));
}

/** Genres come last of what the platform reports. */
async function catalogueFetched(url: string, headers: AuthHeaders): Promise<void> {
  const end = Date.now() + LONGEST_CATALOGUE_MS;
  let [before, total] = [-1, 0];
  while (Date.now() < end && (total === 0 || total !== before)) {
    await sleep(10_000);
    before = total;
    ({ total } = await getJson<{ total: number }>(url, headers, '/api/v1/explore/top/genres'));
  }
}

async function ask(url: string, headers: AuthHeaders) {
  const answers = new Map<string, string>();
  const pathOf = await paths(url, headers);
  for (const { path, query } of SUBJECTS.flatMap(({ operations }) => operations)) {
    const asked = `/api/v1/explore/${pathOf(path)}?${query ?? ''}`;
    const body = { ...(await getJson<Body>(url, headers, asked)), lens: undefined };
    answers.set(path, JSON.stringify(cut(body), null, 2));
  }
  const lines = new Map<string, string>();
  for (const path of EXPORTS.filter((each) => !each.endsWith('.parquet'))) {
    const response = await fetch(`${url}/api/v1/explore/${path}`, { headers });
    lines.set(path, (await response.text()).split(/\r?\n/).slice(0, 2).join('\n'));
  }
  return { answers, lines };
}

/** Fills in what paths name: the items and the session that come first. */
async function paths(url: string, headers: AuthHeaders): Promise<(path: string) => string> {
  const first = async (path: string): Promise<Record<string, string>> =>
    (await getJson<{ items: Record<string, string>[] }>(url, headers, `/api/v1/explore/${path}`)).items[0] ?? {};
  const ids: Record<string, string | undefined> = {
    'sessions/{started_at}': (await first('sessions')).started_at,
    'artists/{id}': (await first('top/artists')).id,
    'albums/{id}': (await first('top/albums')).id,
    'tracks/{id}': (await first('top/tracks')).id,
    'years/{year}': String(new Date().getFullYear()),
  };
  return (path) => path.replace(/\{\w+\}/, encodeURIComponent(ids[path] ?? ''));
}

/** Lists with their first entry alone. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each)]));
}

runCommand(main);
