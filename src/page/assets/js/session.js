/** Who is signed in. */
import { get, post } from './api.js';

/**
 * The service signs its only user in by itself. Somebody who has just signed out in this tab does not want that, so it
 * is not asked again until they sign in.
 */
const SIGNED_OUT = 'playledger-signed-out';

/** The session as /auth/status tells it, or that this tab is signed out. */
export async function currentSession() {
  if (sessionStorage.getItem(SIGNED_OUT) !== null) return { authenticated: false, signedOut: true };
  return get('/api/v1/auth/status');
}

/**
 * Takes note of a sign-in that ends at this page, and clears the address so that a reload is a plain visit.
 * @returns a sentence when the sign-in went wrong, otherwise ''
 */
export function arriveFromLogin() {
  if (location.pathname !== '/auth/callback') return '';
  const succeeded = new URLSearchParams(location.search).get('status') === 'success';
  if (succeeded) sessionStorage.removeItem(SIGNED_OUT);
  history.replaceState(null, '', '/');
  return succeeded ? '' : 'Signing in did not work. Try again.';
}

/** Ends the session and begins the page anew, so that nothing of it is left. */
export async function signOut() {
  await post('/api/v1/auth/logout');
  sessionStorage.setItem(SIGNED_OUT, 'yes');
  location.assign('/');
}
