import { AppError } from '../common/errors/errors';
import type { PlatformError } from '../platform/platform.errors';

/** The platform failed while a login was being completed. */
export class LoginFailed extends AppError {
  readonly status = 502;
  override readonly retryAfterSeconds?: number;

  constructor(cause: PlatformError) {
    super(cause.message, { cause });
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
