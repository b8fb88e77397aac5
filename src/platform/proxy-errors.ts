/** How a call that is passed on to the platform can fail, by the status of the answer: for the description of the API. */
export const PROXY_ERRORS = {
  401: 'Not authenticated, or the platform account is not linked (any more)',
  403: 'The platform refuses this: it needs premium, a scope that was not granted, or is not open to this app',
  502: 'The platform cannot be reached, has trouble or does not accept the request',
  503: 'The platform takes no more calls for now, or the document database or the cache cannot be reached',
} as const;
