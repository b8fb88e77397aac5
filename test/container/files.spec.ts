import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeProblems, lintCompose } from './compose-problems';
import { dockerfileProblems } from './dockerfile-problems';

const DOCKER = join(__dirname, '../../docker');
const read = (name: string): string => readFileSync(join(DOCKER, name), 'utf8');

describe('docker/Dockerfile', () => {
  it('is as it should be', () => {
    expect(dockerfileProblems(read('Dockerfile'))).toEqual([]);
  });

  it.each([
    ['FROM node:24-trixie-slim\n', 'FROM node:latest\n', 'node:latest is pinned to no major version'],
    ['VOLUME', 'VOLUMES', expect.stringMatching(/^line \d+: Unknown instruction: VOLUMES$/)],
    ['VOLUME /data', '', 'there is no VOLUME'],
    ['--retries', '--tries', expect.stringMatching(/^line \d+: Unknown flag: tries$/)],
    ['USER node', 'USER 0:0', 'the image runs as root'],
    ['USER node', '', 'there is no USER'],
    ['["tini", "--"]', 'tini --', 'must be in exec form, ["program", "argument"]: tini --'],
    [
      '["node", "docker/healthcheck.mjs"]',
      'node docker/healthcheck.mjs',
      expect.stringMatching(/^must be in exec form/),
    ],
  ])('would be found wrong with %j as %j', (found, instead, problem: unknown) => {
    const text = read('Dockerfile');
    expect(text).toContain(found);
    expect(dockerfileProblems(text.replace(found, instead))).toContainEqual(problem);
  });
});

describe('the compose files', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'compose-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(['compose.yml', 'compose.scale.yml'])('%s is as it should be', (name) => {
    expect(lintCompose(join(DOCKER, name))).toEqual([]);
    expect(composeProblems(join(DOCKER, name))).toEqual([]);
  });

  /** compose.scale.yml with something in it replaced. @returns its path */
  function broken(found: string, instead: string): string {
    const text = read('compose.scale.yml');
    expect(text).toContain(found);
    const path = join(folder, 'compose.yml');
    writeFileSync(path, text.replace(found, instead));
    return path;
  }

  it.each([
    ['image: mongo:8.0', 'image: mongo', /^line \d+: Service "mongodb" is using the image "mongo"/],
    ["test: ['CMD', 'valkey-cli'", "tests: ['CMD', 'valkey-cli'", /^line \d+: .*services\/valkey\/healthcheck/],
  ])('the linter would find it wrong with %j as %j', (found, instead, problem) => {
    expect(lintCompose(broken(found, instead))).toContainEqual(expect.stringMatching(problem));
  });

  it.each([
    ['condition: service_healthy', 'condition: service_started', 'api: does not wait for mongodb to be healthy'],
    ['      APP_ROLE: api', '      APP_ROLLE: api', 'api: APP_ROLLE is no setting'],
    ['${PORT:-8000}:', '${PUBLIC_PORT:-8000}:', 'api: PUBLIC_PORT is no setting'],
    ["'127.0.0.1:${PORT", "'0.0.0.0:${PORT", 'api: publishes 0.0.0.0:${PORT:-8000}:${PORT:-8000} to everybody'],
    ['path: .env', 'path: settings.env', 'worker: does not read .env'],
    ['restart: unless-stopped', 'restart: "no"', 'api: is not started again when it ends'],
    ['stop_grace_period: 30s', 'stop_grace_period: 5s', 'worker: has too little time to stop'],
    ['      - valkey:/data', '      - cache:/data', 'valkey: there is no volume cache'],
    ["      test: ['CMD', 'valkey-cli', '-e', 'ping']\n", '', 'valkey: has no health check'],
    ["      METRICS_PORT: '9464'\n", '', 'worker: has no health check'],
    [
      '      APP_ROLE: worker\n',
      '      APP_ROLE: worker\n    healthcheck:\n      disable: true\n',
      'worker: has no health check',
    ],
  ])('would be found wrong with %j as %j', (found, instead, problem) => {
    expect(composeProblems(broken(found, instead))).toContain(problem);
  });
});
