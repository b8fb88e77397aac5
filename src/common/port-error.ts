import { StartError } from './start-error';

/**
 * What to tell a person whose service cannot listen on a port.
 * @param setting names the port, as "PORT 8000"
 * @returns a StartError, or the error itself where it has another reason
 */
export function portError(error: unknown, setting: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartError(`${setting} is taken by another program: stop that one, or set another port.`);
  if (code === 'EACCES') return new StartError(`${setting} may not be used by this user: set one of 1024 or above.`);
  return error;
}
