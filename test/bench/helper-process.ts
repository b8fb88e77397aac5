import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type Answer<Result> = { result: Result } | { failure: string };

/** A process beside the one that measures, which does one thing after the other as it is told: see {@link obey}. */
export class HelperProcess<Order, Result> {
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;

  /** @param entry the module that it runs */
  constructor(entry: string) {
    this.child = fork(entry);
    this.exited = once(this.child, 'exit');
  }

  /** @throws Error when the order could not be carried out, or the process has ended */
  async do(order: Order): Promise<Result> {
    const answered = once(this.child, 'message') as Promise<[Answer<Result>]>;
    this.child.send(order as object);
    const ended = this.exited.then((): [Answer<Result>] => [{ failure: 'The process has ended' }]);
    const [answer] = await Promise.race([answered, ended]);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.result;
  }

  async stop(): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    await this.exited;
  }
}

/** Carries out the orders of the process that has started this one, and ends with it. */
export function obey(carryOut: (order: never) => Promise<unknown>): void {
  const answer = (message: Answer<unknown>): void => {
    process.send?.(message);
  };
  process.on('message', (order) => {
    carryOut(order as never).then(
      (result) => {
        answer({ result });
      },
      (error: unknown) => {
        answer({ failure: String(error) });
      },
    );
  });
  process.on('disconnect', () => process.exit());
}
