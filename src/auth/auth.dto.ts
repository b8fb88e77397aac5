import type { LinkState } from '../platform/platform-tokens.service';
import type { User } from '../users/user.schema';

/** Where to send a browser for consent; the address stands under both names that clients know. */
export interface LoginResponse {
  authorization_url: string;
  url: string;
  state: string;
}

export interface StatusResponse {
  authenticated: boolean;
  user: StatusUser | null;
  /** Expiry of the platform's access token; null without a linked account. */
  token_expires_at: Date | null;
  /** False when the platform has taken the access back: then only a new login helps. */
  platform_linked: boolean;
}

export interface StatusUser {
  id: string;
  platform_id: string;
  display_name: string;
  email: string;
  image_url: string;
  product: string;
}

export interface DevLoginResponse {
  status: 'authenticated';
  user: { id: string; platform_id: string; display_name: string };
  token: string;
}

export const NOT_AUTHENTICATED: StatusResponse = {
  authenticated: false,
  user: null,
  token_expires_at: null,
  platform_linked: false,
};

export function toStatusResponse(user: User, email: string, link: LinkState): StatusResponse {
  return {
    authenticated: true,
    user: {
      id: String(user._id),
      platform_id: user.platform_id,
      display_name: user.display_name,
      email,
      image_url: user.image_url,
      product: user.product,
    },
    token_expires_at: link.expiresAt,
    platform_linked: link.linked,
  };
}

export function toDevLoginResponse(user: User, token: string): DevLoginResponse {
  const { platform_id, display_name } = user;
  return { status: 'authenticated', user: { id: String(user._id), platform_id, display_name }, token };
}
