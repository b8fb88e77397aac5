import { AppError, BadRequest } from '../common/errors/errors';
import { type PlatformError, PlatformRateLimited } from '../platform/platform.errors';

/** The person did not let the service read their platform account. */
export class ConsentDenied extends BadRequest {
  constructor() {
    super(
      'You did not let the service read your platform account, so nobody was logged in. Start the login again to change your mind.',
    );
  }
}

/** The platform failed while a login was being completed, or takes no more calls for now. */
export class LoginFailed extends AppError {
  readonly status: 502 | 503;
  override readonly retryAfterSeconds?: number;

  constructor(cause: PlatformError) {
    super(cause.message, { cause });
    this.status = cause instanceof PlatformRateLimited ? 503 : 502;
    this.retryAfterSeconds = cause.retryAfterSeconds;
  }
}

/** The access to the platform could not be renewed, for whatever reason. */
export class TokenRefreshFailed extends AppError {
  readonly status = 401;
  override readonly retryAfterSeconds?: number;

  constructor(cause: PlatformError) {
    super(cause.message, { cause });
    this.retryAfterSeconds = cause.retryAfterSeconds;
  }
}
