import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Settings } from '../../src/config/settings';
import { variableName } from '../../src/config/load-settings';
import { type ComposeService, readCompose } from './compose';

/** Names that a .env may hold for the compose files: the service's settings, which are also all that services get. */
const SETTINGS = new Set(Object.keys(new Settings()).map(variableName));

const DCLINT = join(__dirname, '../../node_modules/.bin/dclint');

/** What is wrong with a compose file by its language, a line each. */
export function lintCompose(path: string): string[] {
  const { stdout, stderr } = spawnSync(DCLINT, ['--formatter', 'json', path], { encoding: 'utf8' });
  if (stdout === '') throw new Error(`dclint gave no answer: ${stderr}`);
  const results = JSON.parse(stdout) as { messages: { line: number; message: string }[] }[];
  return results.flatMap(({ messages }) => messages.map(({ line, message }) => `line ${line}: ${message}`));
}

/** What is wrong with a compose file by what this project asks of its services, a line each. */
export function composeProblems(path: string): string[] {
  const { services, volumes } = readCompose(path);
  return Object.entries(services).flatMap(([name, service]) =>
    [...serviceProblems(service), ...storageProblems(service, volumes), ...dependencyProblems(service, services)].map(
      (problem) => `${name}: ${problem}`,
    ),
  );
}

function serviceProblems({
  restart,
  stop_grace_period: grace = '10s',
  ports = [],
  ...service
}: ComposeService): string[] {
  const { environment = {}, build, env_file: envFiles = [] } = service;
  const variables = [...ports, ...Object.values(environment)].flatMap(variablesIn);
  return [
    ...(restart === 'unless-stopped' ? [] : ['is not started again when it ends']),
    ...(Number.parseInt(grace) >= 30 ? [] : ['has too little time to stop']),
    ...(hasHealthCheck(service) ? [] : ['has no health check']),
    ...(build !== undefined && !envFiles.some(({ path }) => path === '.env') ? ['does not read .env'] : []),
    ...ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `publishes ${port} to everybody`),
    ...(build === undefined ? [] : Object.keys(environment))
      .concat(variables)
      .filter((variable) => !SETTINGS.has(variable))
      .map((variable) => `${variable} is no setting`),
  ];
}

/** The image's own looks at what a worker says at METRICS_PORT. */
function hasHealthCheck({ build, environment = {}, healthcheck }: ComposeService): boolean {
  if (build === undefined) return healthcheck?.test !== undefined;
  return healthcheck?.disable !== true && (environment.APP_ROLE !== 'worker' || environment.METRICS_PORT !== undefined);
}

function storageProblems({ volumes: mounts = [] }: ComposeService, volumes: Record<string, unknown>): string[] {
  const names = mounts.map((mount) => mount.split(':')[0] ?? '');
  return names.filter((name) => !(name in volumes)).map((name) => `there is no volume ${name}`);
}

function dependencyProblems(
  { depends_on: on = {} }: ComposeService,
  services: Record<string, ComposeService>,
): string[] {
  return Object.entries(on).flatMap(([name, { condition }]) => [
    ...(services[name]?.healthcheck?.test === undefined ? [`waits for ${name}, whose health is not checked`] : []),
    ...(condition === 'service_healthy' ? [] : [`does not wait for ${name} to be healthy`]),
  ]);
}

/** The names in `${NAME:-default}` and the like. */
function variablesIn(text: string): string[] {
  return [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
}
