import { createHash } from 'node:crypto';
import type { ClientApp } from '../client';
import { AccountsError } from './accounts-error';
import type { AuthorizationCodes } from './authorization-codes';
import { ACCESS_TOKEN_SECONDS, type Grant, type Tokens } from './tokens';

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  scope: string;
  expires_in: number;
  refresh_token?: string;
}

interface AccountsService {
  client: ClientApp;
  codes: AuthorizationCodes;
  tokens: Tokens;
}

/**
 * Answers `POST /api/token` for the grant types authorization_code and refresh_token.
 * @param rotate whether a refresh hands out a new refresh token too; the platform mostly leaves it out
 * @throws AccountsError for anything a client must not do
 */
export function answerTokenRequest(
  service: AccountsService,
  authorization: string | undefined,
  form: URLSearchParams,
  rotate: boolean,
): TokenAnswer {
  checkClient(authorization, service.client);
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const grant = exchangeCode(service, form);
      return { ...answer(service.tokens, grant), refresh_token: service.tokens.issue('refresh', grant) };
    }
    case 'refresh_token': {
      const grant = service.tokens.checkRefresh(form.get('refresh_token') ?? '');
      if (grant === 'invalid') throw new AccountsError('invalid_grant', 'Invalid refresh token');
      if (grant === 'revoked') throw new AccountsError('invalid_grant', 'Refresh token revoked');
      const refreshed = answer(service.tokens, grant);
      return rotate ? { ...refreshed, refresh_token: service.tokens.issue('refresh', grant) } : refreshed;
    }
    default:
      throw new AccountsError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
  }
}

function answer(tokens: Tokens, grant: Grant): TokenAnswer {
  return {
    access_token: tokens.issue('access', grant),
    token_type: 'Bearer',
    scope: grant.scopes.join(' '),
    expires_in: ACCESS_TOKEN_SECONDS,
  };
}

function checkClient(authorization: string | undefined, client: ClientApp): void {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(/:(.*)/s);
  if (id !== client.id) throw new AccountsError('invalid_client', 'Invalid client');
  if (secret !== client.secret) throw new AccountsError('invalid_client', 'Invalid client secret');
}

function exchangeCode({ codes }: AccountsService, form: URLSearchParams): Grant {
  const consent = codes.redeem(form.get('code') ?? '');
  if (consent === 'unknown') throw new AccountsError('invalid_grant', 'Invalid authorization code');
  if (consent === 'expired') throw new AccountsError('invalid_grant', 'Authorization code expired');
  if (form.get('redirect_uri') !== consent.redirectUri)
    throw new AccountsError('invalid_grant', 'Invalid redirect URI');
  if (consent.codeChallenge !== null) {
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (challenge !== consent.codeChallenge) throw new AccountsError('invalid_grant', 'code_verifier was incorrect');
  }
  return { listenerId: consent.listenerId, scopes: consent.scopes };
}
