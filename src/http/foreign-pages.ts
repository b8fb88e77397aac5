import type { FastifyInstance } from 'fastify';
import { Forbidden } from '../common/errors/errors';
import { isPublicAddress } from '../common/public-address';
import type { Settings } from '../config/settings';

/** The parts of a request that a page cannot choose: its browser does. */
interface Provenance {
  method: string;
  headers: { host?: string; origin?: string; 'sec-fetch-site'?: string | string[] };
}

type Addresses = Pick<Settings, 'baseUrl' | 'frontendUrl' | 'corsOrigins' | 'platformRedirectUri'>;

/** They change nothing of a user's, and CORS keeps what they answer from pages of other origins. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Keeps pages of other websites from using the session, the network or the machine of whoever looks at them. All routes
 * pass here, so that none needs a defence of its own. Call it after the hook that counts requests.
 */
export function refuseForeignPages(server: FastifyInstance, settings: Addresses): void {
  const addresses = [settings.baseUrl, settings.frontendUrl, settings.platformRedirectUri, ...settings.corsOrigins];
  const hosts = new Set(addresses.map((address) => new URL(address).hostname));
  const origins = new Set(addresses.map((address) => new URL(address).origin));
  server.addHook('onRequest', (request, _reply, next) => {
    if (!isOwnHost(request.headers.host, hosts))
      next(
        new Forbidden(
          `This service is not known as "${request.headers.host ?? ''}". If that is its address, set BASE_URL to the ` +
            'address that you open in the browser (a further one in CORS_ORIGINS), and start the service again.',
        ),
      );
    else if (isForged(request, origins))
      next(
        new Forbidden(
          `A page of another website${originOf(request)} has asked for this. If it is yours, add its origin to ` +
            'CORS_ORIGINS, and start the service again.',
        ),
      );
    else next();
  });
}

/**
 * Whether a page at this host can be the service's own. A stranger's page becomes "same-origin" by having its own name
 * lead to the service's address (DNS rebinding), so that public names must be known. Addresses, and the names that a
 * network gives to its own machines, cannot be a stranger's. No browser leaves the host out.
 */
export function isOwnHost(host: string | undefined, known: ReadonlySet<string>): boolean {
  if (host === undefined || known.has(host.replace(/:\d+$/, ''))) return true;
  const address = `http://${host.replace(/\.(?=:\d+$|$)/, '')}`;
  if (!URL.canParse(address)) return false;
  return known.has(new URL(address).hostname) || !isPublicName(address);
}

function isPublicName(address: string): boolean {
  const { hostname } = new URL(address);
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return !isAddress && isPublicAddress(address);
}

/**
 * Whether a page of another origin asks for a change. SameSite cookies do not tell: to them all ports of a host, and all
 * subdomains of a domain, are one site. A request that says nothing of an origin is no page's.
 */
export function isForged({ method, headers }: Provenance, trusted: ReadonlySet<string>): boolean {
  if (SAFE_METHODS.has(method)) return false;
  const { origin, host } = headers;
  if (origin !== undefined && trusted.has(origin)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Browsers send it over HTTPS and to loopback only; everywhere else the origin must do.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}

function originOf({ headers }: Provenance): string {
  return headers.origin === undefined ? '' : ` (${headers.origin})`;
}
