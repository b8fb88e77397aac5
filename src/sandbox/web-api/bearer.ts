import type { Grant } from '../accounts/tokens';
import type { Listener } from '../listeners/listener.types';
import type { World } from '../world';
import { ApiError } from './api-error';

/** Who calls, and with which scopes. @throws ApiError 401 unless the header carries a good access token */
export function bearerOf(
  world: World,
  authorization: string | undefined,
): { listener: Listener; scopes: Grant['scopes'] } {
  if (!authorization) throw new ApiError(401, 'No token provided');
  const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) throw new ApiError(400, 'Only valid bearer authentication supported');
  const grant = world.tokens.checkAccess(token);
  if (grant === 'expired') throw new ApiError(401, 'The access token expired');
  const listener = grant === 'invalid' ? undefined : world.roster.find(grant.listenerId);
  if (grant === 'invalid' || !listener) throw new ApiError(401, 'Invalid access token');
  return { listener, scopes: grant.scopes };
}
