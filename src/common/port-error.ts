import { StartError } from './start-error';

/** What DNS and the system say of a host that is no address of this machine. */
const NOT_OURS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'];

/**
 * What to tell a person whose service cannot listen.
 * @param setting names the port, as "PORT 8000"
 * @param host where it was to listen
 * @returns a StartError, or the error itself where it has another reason
 */
export function portError(error: unknown, setting: string, host: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return new StartError(`${setting} is taken by another program: stop that one, or set another port.`);
  if (code === 'EACCES') return new StartError(`${setting} may not be used by this user: set one of 1024 or above.`);
  if (NOT_OURS.includes(code))
    return new StartError(`HOST ${host} is no address of this machine: set 127.0.0.1, or 0.0.0.0 for all that it has.`);
  return error;
}
