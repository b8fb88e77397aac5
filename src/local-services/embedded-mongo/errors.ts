/** MongoDB's names for the error codes that the engine answers with. */
const CODE_NAMES = {
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  96: 'OperationFailed',
  112: 'WriteConflict',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  14031: 'OutOfDiskSpace',
} as const;

export type ErrorCode = keyof typeof CODE_NAMES;

/** A refusal that the client is told about, with MongoDB's code. */
export class CommandError extends Error {
  readonly codeName: string;

  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.codeName = CODE_NAMES[code];
  }
}

/** The refusal of a value, operator, stage or option that the engine does not take. */
export function badValue(message: string): CommandError {
  return new CommandError(2, message);
}

/** A data folder that the engine cannot serve; the message is one sentence for the person who runs it. */
export class StorageUnusableError extends Error {}
