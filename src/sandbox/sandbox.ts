import fastify, { type FastifyInstance } from 'fastify';
import { accountsRoutes } from './accounts/accounts.routes';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from './client';
import { exportRoutes } from './export/export.routes';
import { faultRoutes } from './faults/control.routes';
import { applyWeather } from './faults/weather';
import { publicPages } from './public-pages';
import { logRequests } from './request-logging';
import { syntheticListenerRoutes } from './synthetic-listeners.routes';
import { webApi } from './web-api/web-api';
import { DEFAULT_SEED, World } from './world';

export { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from './client';

export interface SandboxOptions {
  /** Address to listen on, 127.0.0.1 by default. */
  host?: string;
  /** 0 takes any free port. */
  port: number;
  clientId?: string;
  clientSecret?: string;
  /** Registered redirect addresses; none means any loopback address with the app's callback path. */
  redirectUris?: string[];
  /** Another seed is another world: other bands, other tastes, other plays. */
  seed?: number;
}

export interface Sandbox {
  /** Base of the accounts service; the Web API lies under it at `/v1`. */
  url: string;
  close(): Promise<void>;
}

/**
 * Starts the sandbox platform: a stand-in for the music platform's accounts service and Web API with invented music
 * and invented listeners. Rejects when the port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port, seed = DEFAULT_SEED } = options;
  const client = {
    id: options.clientId ?? SANDBOX_CLIENT_ID,
    secret: options.clientSecret ?? SANDBOX_CLIENT_SECRET,
    redirectUris: options.redirectUris ?? [],
  };
  const world = new World(client, seed);
  const app = buildApp(world);
  world.url = reachableAddress(await app.listen({ host, port }));
  return { url: world.url, close: () => app.close() };
}

function buildApp(world: World): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  logRequests(app, world);
  applyWeather(app, world);
  app.register(accountsRoutes(world));
  app.register(webApi(world), { prefix: '/v1' });
  app.register(publicPages(world));
  app.register(faultRoutes(world));
  app.register(syntheticListenerRoutes(world));
  app.register(exportRoutes(world));
  return app;
}

/** An address that listens everywhere is reached by the loopback one. */
function reachableAddress(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
