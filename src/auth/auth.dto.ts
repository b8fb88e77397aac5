import { ApiProperty } from '@nestjs/swagger';
import { NULLABLE_DATE } from '../common/openapi';
import type { LinkState } from '../platform/platform-tokens.service';
import type { User } from '../users/user.schema';

/** Where to send a browser for consent; the address stands under both names that clients know. */
export class LoginResponse {
  @ApiProperty({ format: 'uri' })
  authorization_url: string;

  @ApiProperty({ format: 'uri', description: 'The same' })
  url: string;

  @ApiProperty({ description: 'Valid for 10 minutes' })
  state: string;
}

class StatusUserResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  platform_id: string;

  @ApiProperty()
  display_name: string;

  @ApiProperty()
  email: string;

  @ApiProperty()
  image_url: string;

  @ApiProperty({ description: 'Subscription', example: 'premium' })
  product: string;
}

export class StatusResponse {
  @ApiProperty()
  authenticated: boolean;

  @ApiProperty({ type: StatusUserResponse, nullable: true })
  user: StatusUserResponse | null;

  @ApiProperty({
    ...NULLABLE_DATE,
    description: 'Expiry of the platform’s access token; null without a linked account',
  })
  token_expires_at: Date | null;

  @ApiProperty({ description: 'False when the platform has taken the access back: then only a new login helps' })
  platform_linked: boolean;
}

export class RefreshedResponse {
  @ApiProperty({ enum: ['refreshed'] })
  status: 'refreshed';
}

export class LoggedOutResponse {
  @ApiProperty({ enum: ['logged_out'] })
  status: 'logged_out';
}

class DevUserResponse {
  @ApiProperty()
  id: string;

  @ApiProperty()
  platform_id: string;

  @ApiProperty()
  display_name: string;
}

export class DevLoginResponse {
  @ApiProperty({ enum: ['authenticated'] })
  status: 'authenticated';

  @ApiProperty()
  user: DevUserResponse;

  @ApiProperty({ description: 'The session token' })
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
