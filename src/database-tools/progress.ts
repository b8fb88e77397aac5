import { SingleBar } from 'cli-progress';

/** Is told how much of a work's total is done. */
export type Progress = (done: number) => void;

/**
 * Runs a work under a progress bar, which is shown on a terminal alone.
 * @param total 0 where there is nothing to do
 */
export async function withProgress<Result>(
  title: string,
  total: number,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  const bar = new SingleBar({ format: `${title} {bar} {percentage}%`, stopOnComplete: true, gracefulExit: true });
  bar.start(total, 0);
  try {
    return await work((done) => {
      bar.update(Math.min(done, total));
    });
  } finally {
    bar.stop();
  }
}
