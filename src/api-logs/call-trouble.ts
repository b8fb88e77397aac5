/** What may go wrong with a call, by the codes of Node, OpenSSL and axios. */
const TROUBLES: readonly [RegExp, string][] = [
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|ENOENT)$/,
    'could not be reached',
  ],
  [/^ERR_CANCELED$/, 'gave no answer in time'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'broke the connection off'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_(TLS|SSL)|^EPROTO$/, 'could not be connected to securely'],
  [/^(ERR_BAD_RESPONSE|HPE_\w+)$/, 'gave an answer that is broken or too long'],
  [/^ERR_FR_TOO_MANY_REDIRECTS$/, 'redirected the call too often'],
];

/**
 * What became of a call that had no whole answer, for a user, to follow the name of what was called. The error's own words
 * name addresses of this machine's network, and it carries the request with its tokens.
 */
export function troubleOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TROUBLES.find(([codes]) => codes.test(code))?.[1] ?? 'could not be called';
}
