// The container's health check: exits 0 when the service answers that it reaches all it depends on, else 1 and says why.
// A worker serves nothing but its metrics, at METRICS_PORT; they say the same.
import { get } from 'node:http';

const TIMEOUT_MS = 4_000;
const { APP_ROLE, PORT, METRICS_PORT, METRICS_TOKEN } = process.env;
const isWorker = APP_ROLE === 'worker';
if (isWorker && !METRICS_PORT) {
  console.log('Set METRICS_PORT: a worker is checked there.');
  process.exit(1);
}
const url = `http://127.0.0.1:${isWorker ? `${METRICS_PORT}/metrics` : `${PORT || '8000'}/api/health/ready`}`;
const options = {
  timeout: TIMEOUT_MS,
  headers: isWorker && METRICS_TOKEN ? { authorization: `Bearer ${METRICS_TOKEN}` } : {},
};

const request = get(url, options, async (response) => {
  let body = '';
  for await (const chunk of response) body += chunk;
  const dependencies = body.match(/^playledger_dependency_up\{.*$/gm) ?? [];
  const isUp = !isWorker || (dependencies.length > 0 && dependencies.every((line) => line.endsWith(' 1')));
  console.log(dependencies.join('\n') || body);
  process.exitCode = response.statusCode === 200 && isUp ? 0 : 1;
});
request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
request.on('error', (error) => {
  console.log(error.message);
  process.exitCode = 1;
});
