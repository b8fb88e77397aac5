/** An error of the Web API: status, message, and sometimes a machine-readable reason. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly reason: string | null = null,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  toBody(): { error: { status: number; message: string; reason?: string } } {
    const { status, message, reason } = this;
    return { error: { status, message, ...(reason !== null && { reason }) } };
  }
}
