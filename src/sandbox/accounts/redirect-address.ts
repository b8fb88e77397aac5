import { CALLBACK_PATH, type ClientApp } from '../client';

/**
 * Says in one sentence why the platform would not send anybody to this address, or null when it would.
 * As on the real platform, an address must be registered, and be HTTPS or a loopback IP literal; `localhost` is
 * refused. With no address registered, every loopback literal with the callback path will do.
 */
export function redirectProblem(address: string, client: ClientApp): string | null {
  if (!URL.canParse(address)) return 'The redirect_uri is missing or is not an absolute address.';
  const url = new URL(address);
  if (url.hostname === 'localhost') {
    return 'The redirect_uri must not use "localhost". Use the loopback address, for example http://127.0.0.1:8000.';
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackLiteral(url.hostname))) {
    return 'The redirect_uri must be HTTPS or a loopback address such as http://127.0.0.1:8000.';
  }
  if (client.redirectUris.length > 0) {
    return client.redirectUris.includes(address) ? null : 'The redirect_uri is not registered for this app.';
  }
  if (!isLoopbackLiteral(url.hostname) || url.pathname !== CALLBACK_PATH || url.search || url.hash) {
    return `No redirect_uri is registered, so only loopback addresses with the path ${CALLBACK_PATH} are accepted.`;
  }
  return null;
}

function isLoopbackLiteral(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
