/**
 * Waits for `work` at most so long. An answer that came in time, while this process stood still, is not too late: it is
 * read before `work` is given up.
 *
 * @param tooLate the error for whoever waits; without one it says how long was waited
 * @throws that error when the time is over; what `work` does after that is ignored
 */
export async function withTimeout<T>(
  work: Promise<T>,
  milliseconds: number,
  tooLate = () => new Error(`no answer within ${milliseconds} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // Node runs timers that are due before it reads what has come in.
      setImmediate(() => {
        reject(tooLate());
      });
    }, milliseconds);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, alarm]);
  } finally {
    clearTimeout(timer);
  }
}
