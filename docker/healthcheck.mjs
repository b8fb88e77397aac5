// The container's health check: exits 0 when the service answers that it reaches all it depends on, else 1 and says why.
import { get } from 'node:http';

const TIMEOUT_MS = 4_000;
const port = process.env.PORT || '8000';

const request = get(`http://127.0.0.1:${port}/api/health/ready`, { timeout: TIMEOUT_MS }, async (response) => {
  let body = '';
  for await (const chunk of response) body += chunk;
  console.log(body);
  process.exitCode = response.statusCode === 200 ? 0 : 1;
});
request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
request.on('error', (error) => {
  console.log(error.message);
  process.exitCode = 1;
});
