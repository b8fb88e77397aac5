import { SESSION_COOKIE, SESSION_SECONDS } from './session.service';

/** Headers that answers about sessions carry, as the API's description names them. */
const cookie = (description: string) => ({ 'Set-Cookie': { description, schema: { type: 'string' } } });

export const SETS_SESSION = cookie(
  `\`${SESSION_COOKIE}\`, when a session begins: HttpOnly, SameSite=Lax, for ${SESSION_SECONDS} seconds`,
);
export const CLEARS_SESSION = cookie(`\`${SESSION_COOKIE}\`, emptied`);
export const LEADS_ELSEWHERE = { Location: { required: true, schema: { type: 'string', format: 'uri' } } };
