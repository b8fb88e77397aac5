/** The service cannot start. The message is one sentence for the person who started it; `main.ts` prints it and exits 1. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
