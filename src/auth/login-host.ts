/** Marks a login that was sent to the callback's host already; see {@link loginAtCallbackHost}. */
const MARK = { name: 'host', value: 'checked' } as const;

/**
 * Where a browser that begins a login must go first, because it calls the service by another host than the platform
 * will send it back to (`localhost` for `127.0.0.1`): cookies belong to a host, so the callback would not see the state
 * cookie. The port does not matter to cookies.
 *
 * A browser is sent there once only. If the host still differs then, a reverse proxy hides the one that the browser
 * uses, and sending it again would go round in circles.
 *
 * @param redirectUri the callback's address as registered with the platform; the login lies beside it
 * @returns undefined when the browser is where it should be
 */
export function loginAtCallbackHost(
  request: { hostname: string; query: Record<string, unknown> },
  redirectUri: string,
): string | undefined {
  const login = new URL(`login?${MARK.name}=${MARK.value}`, redirectUri);
  const isThere = request.hostname === '' || request.hostname.toLowerCase() === login.hostname;
  return isThere || request.query[MARK.name] === MARK.value ? undefined : login.href;
}
