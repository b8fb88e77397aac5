/**
 * Waits for `work` at most so long.
 *
 * @throws the error that `tooLate` makes, when the time is over; what `work` does after that is ignored
 */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, tooLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(tooLate());
    }, milliseconds);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, alarm]);
  } finally {
    clearTimeout(timer);
  }
}
