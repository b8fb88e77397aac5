import { AppError } from '../common/errors/errors';

/** A call to the platform did not give what was asked for. */
export abstract class PlatformError extends AppError {}

/** The platform does not answer, or answers that it has trouble itself. */
export class PlatformUnavailable extends PlatformError {
  readonly status = 502;

  /** @param trouble what happened, for a user, such as `could not be reached` */
  constructor(trouble: string) {
    super(`The platform ${trouble}. Try again in a minute.`);
  }
}

/** The platform answered successfully, but not in the form that its description promises. */
export class PlatformAnswerUnexpected extends PlatformError {
  readonly status = 502;

  constructor(problem: string) {
    super(`The platform answered something unexpected: ${problem}. Try again later; if it stays, report it.`);
  }
}

/** The platform knows the app by another client id or secret than the settings name. */
export class PlatformAppRefused extends PlatformError {
  readonly status = 502;

  constructor() {
    super(
      'The platform does not know this app: PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET must be those of the app ' +
        'that is registered with it.',
    );
  }
}

/** The app has made too many calls and must wait. */
export class PlatformRateLimited extends PlatformError {
  readonly status = 503;

  constructor(override readonly retryAfterSeconds: number) {
    super(`The platform takes no more calls for now. Try again in ${inWords(retryAfterSeconds)}.`);
  }
}

/** The platform does not take what was sent for a request of its own. */
export class PlatformRequestRefused extends PlatformError {
  readonly status = 502;

  /** @param reason the platform's own word or sentence */
  constructor(reason: string) {
    super(`The platform does not accept this request: ${reason}. Check what it names.`);
  }
}

/** What a person can do about a refusal that is about them, by the platform's reason. */
const REMEDIES: readonly [RegExp, string][] = [
  [/premium/i, '. It needs a premium account of the platform.'],
  [/scope/i, '. Log in again and grant everything that is asked for.'],
  [/registered/i, '. Whoever set up the app must add this account to its users in the platform’s developer dashboard.'],
];

/** The platform does not let the user or the app do this. */
export class PlatformRefused extends PlatformError {
  readonly status = 403;

  /** @param reason the platform's own word, such as `PREMIUM_REQUIRED`, or its sentence */
  constructor(readonly reason: string) {
    super(`The platform refuses this: ${reason}${REMEDIES.find(([about]) => about.test(reason))?.[1] ?? ''}`);
  }
}

/** What was asked for is not there. */
export class PlatformNotFound extends PlatformError {
  readonly status = 404;

  /** @param reason the platform's own word or sentence */
  constructor(readonly reason: string) {
    super(`The platform has not found this: ${reason}`);
  }
}

/** There is no device on which the platform could play. */
export class NoActiveDevice extends PlatformError {
  readonly status = 404;

  constructor() {
    super(
      'No device is active. Open the player of your platform on one of your devices, start something there, and try again.',
    );
  }
}

/** The platform does not offer this to the app any more, whoever asks. */
export class EndpointClosed extends PlatformError {
  readonly status = 403;

  /**
   * @param family what is closed, such as `audio_features`
   * @param reason the platform's own word or sentence
   */
  constructor(
    readonly family: string,
    readonly reason: string,
  ) {
    super(
      `The platform does not offer ${family.replaceAll('_', ' ')} to this app (${reason}). It is asked again once a day.`,
    );
  }
}

/** A code or a refresh token is worth nothing (any more): `invalid_grant` of RFC 6749, section 5.2. */
export class PlatformGrantRefused extends PlatformError {
  readonly status = 400;

  constructor() {
    super('The platform does not accept this login (any more). Start the login again.');
  }
}

/** The user has no platform account linked, or has taken the service's access to it back. */
export class NotLinked extends PlatformError {
  readonly status = 401;

  constructor(why = 'Your platform account is not linked') {
    super(`${why}. Log in again to reconnect your platform account.`);
  }
}

/** The platform does not accept an access token, although it should be good. */
export class AccessTokenRefused extends NotLinked {
  constructor() {
    super('The platform does not accept the access to your account any more');
  }
}

/** A duration for a person, rounded up. */
function inWords(seconds: number): string {
  if (seconds <= 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
