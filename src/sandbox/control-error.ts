/** Something asked of the sandbox's own `/sandbox/...` paths that makes no sense; the message says what to do. */
export class ControlError extends Error {
  readonly statusCode = 400;
}
