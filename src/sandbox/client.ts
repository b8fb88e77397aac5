/** The app that is registered with the sandbox platform unless another one is configured. */
export const SANDBOX_CLIENT_ID = 'playledger-sandbox';
export const SANDBOX_CLIENT_SECRET = 'playledger-sandbox-secret';

/** Where the app's callback lies when no redirect address is registered. */
export const CALLBACK_PATH = '/api/v1/auth/callback';

/** An app as the sandbox platform knows it. */
export interface ClientApp {
  id: string;
  secret: string;
  /** Registered redirect addresses; none means any loopback address with the callback path. */
  redirectUris: readonly string[];
}
