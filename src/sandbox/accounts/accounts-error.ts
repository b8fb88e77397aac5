/** An error of the accounts service, in the form of RFC 6749, section 5.2. */
export class AccountsError extends Error {
  constructor(
    /** The code, for example `invalid_grant`. */
    readonly code: string,
    readonly description: string,
    readonly status = 400,
  ) {
    super(`${code}: ${description}`);
  }

  toBody(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.description };
  }
}
