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

/** What the service says of a sign-in that failed, in sentences. */
const FAILURES = {
  access_denied: 'You did not let Playledger read your music platform account, so nobody was signed in.',
  login_failed:
    'Signing in did not work: it took too long, was begun in another browser, or was replaced by a newer try. Sign in ' +
    'again; if it stays so, the log of Playledger says why.',
  platform_unavailable:
    'Signing in did not work: the music platform cannot be reached, has trouble, or refused. Try again in a minute; if it ' +
    'stays so, the log of Playledger says why.',
};

/**
 * Takes note of a sign-in that ends at this page, and clears the address so that a reload is a plain visit. A window that
 * a front end opened for the sign-in tells it how that ended, and closes when it went well.
 * @returns a sentence when the sign-in went wrong, otherwise ''
 */
export function arriveFromLogin() {
  const query = new URLSearchParams(location.search);
  const error = query.get('error');
  if (location.pathname !== '/auth/callback' && error === null) return '';
  const succeeded = error === null && query.get('status') === 'success';
  if (succeeded) sessionStorage.removeItem(SIGNED_OUT);
  history.replaceState(null, '', '/');
  tellOpener(succeeded ? { status: 'success' } : { status: 'error', error: error ?? 'login_failed' });
  if (succeeded) return '';
  return Object.hasOwn(FAILURES, error) ? FAILURES[error] : 'Signing in did not work. Try again.';
}

/** The opener may be of any origin: it is told nothing but how the sign-in ended. */
function tellOpener(outcome) {
  if (window.opener === null) return;
  window.opener.postMessage({ type: 'playledger-login', ...outcome }, '*');
  if (outcome.status === 'success') window.close();
}

/** Ends the session and begins the page anew, so that nothing of it is left. */
export async function signOut() {
  await post('/api/v1/auth/logout');
  sessionStorage.setItem(SIGNED_OUT, 'yes');
  location.assign('/');
}
