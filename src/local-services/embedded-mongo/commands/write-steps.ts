import { Doc } from '../bson/value';
import { CommandError } from '../errors';
import { DuplicateKeyError } from '../storage/duplicate-key';
import { WriteSteps } from '../storage/write-queue';

/**
 * Runs the statements of a bulk write one after another, pausing where they do.
 * @param ordered whether the first that fails is the last
 */
export function* runStatements<T>(
  statements: readonly T[],
  ordered: boolean,
  errors: WriteErrors,
  stepsOf: (statement: T, index: number) => WriteSteps,
): WriteSteps {
  for (const [index, statement] of statements.entries()) {
    const steps = stepsOf(statement, index);
    for (let state = errors.run(index, steps); state !== 'done'; state = errors.run(index, steps)) {
      if (state === 'failed' && ordered) return;
      if (state === 'failed') break;
      yield;
    }
    yield;
  }
}

/** The errors of a bulk write, by the position of the write. */
export class WriteErrors {
  private readonly errors: Doc[] = [];

  /** Runs a write to its next pause. What is no refusal goes on to the caller. */
  run(index: number, steps: WriteSteps): 'paused' | 'done' | 'failed' {
    try {
      return steps.next().done === true ? 'done' : 'paused';
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.add(index, error);
      return 'failed';
    }
  }

  private add(index: number, error: CommandError): void {
    this.errors.push({ index, code: error.code, ...duplicateOf(error), errmsg: error.message });
  }

  reply(): Doc {
    return this.errors.length > 0 ? { writeErrors: this.errors } : {};
  }
}

export function duplicateOf(error: CommandError): Doc {
  return error instanceof DuplicateKeyError ? { keyPattern: error.keyPattern, keyValue: error.keyValue } : {};
}
