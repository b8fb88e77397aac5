import fastify from 'fastify';
import type { ConsentPlatform } from '../sandbox-platform';
import { accountsRoutes } from './accounts.routes';
import type { PlatformScript } from './script';
import { webApiRoutes } from './web-api.routes';

export type { PlatformScript, ScriptedPlaylist, ScriptedTrack } from './script';

/** A platform that answers with what a test has given it, in place of the sandbox' invented music. */
export interface ScriptedPlatform extends ConsentPlatform {
  /** Settings by which a test app talks to it. */
  env: Record<string, string>;
  /** Answers with this from now on, and with nothing that was given before. */
  follow(script: PlatformScript): void;
  close(): Promise<void>;
}

/** The scripted platform on a port of its own. */
export async function startScriptedPlatform(): Promise<ScriptedPlatform> {
  let script: PlatformScript = {};
  const app = fastify({ forceCloseConnections: true });
  accountsRoutes(app);
  webApiRoutes(app, () => script);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { status: 404, message: 'Service not found' } }),
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    env: {
      PLATFORM_CLIENT_ID: 'scripted',
      PLATFORM_CLIENT_SECRET: 'a secret of the scripted platform',
      PLATFORM_API_URL: url,
      PLATFORM_ACCOUNTS_URL: url,
      PLATFORM_RATE_LIMIT_MAX: '100000',
      AUTO_LOGIN: 'false',
    },
    follow: (next) => {
      script = next;
    },
    consent: (authorizationUrl, as) => {
      const asked = new URL(authorizationUrl).searchParams;
      const callback = new URL(asked.get('redirect_uri') ?? '');
      callback.searchParams.set('code', as);
      callback.searchParams.set('state', asked.get('state') ?? '');
      return Promise.resolve(callback.href);
    },
    close: () => app.close(),
  };
}
