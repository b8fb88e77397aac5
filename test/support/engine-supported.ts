import { ACCUMULATORS } from '../../src/local-services/embedded-mongo/aggregate/accumulators';
import { DOCUMENT_STAGES } from '../../src/local-services/embedded-mongo/aggregate/document-stages';
import { EXPRESSION_OPERATORS } from '../../src/local-services/embedded-mongo/aggregate/expression';
import { STAGES } from '../../src/local-services/embedded-mongo/aggregate/stages';
import { COMMANDS } from '../../src/local-services/embedded-mongo/commands/table';
import { FIELD_OPERATORS, LOGICAL_OPERATORS } from '../../src/local-services/embedded-mongo/query/filter';
import { INDEX_OPTIONS } from '../../src/local-services/embedded-mongo/storage/index-spec';
import { OPERATORS } from '../../src/local-services/embedded-mongo/update/operators';
import { MODIFIERS } from '../../src/local-services/embedded-mongo/update/push';

export const KINDS = [
  'command',
  'query operator',
  'projection operator',
  'update operator',
  'modifier of $push',
  'stage',
  'accumulator',
  'expression operator',
  'index option',
] as const;
export type Kind = (typeof KINDS)[number];

/** Commands that only refuse, so that a driver which sends them is told why. */
export const REFUSING = ['saslstart', 'saslcontinue', 'authenticate', 'committransaction', 'aborttransaction'];

/** What the embedded engine says that it has: the keys of the tables by which it works. */
export const SUPPORTED: Record<Kind, string[]> = {
  command: [...COMMANDS.keys()].filter((name) => !REFUSING.includes(name)).sort(),
  'query operator': [...LOGICAL_OPERATORS.keys(), ...FIELD_OPERATORS.keys()].sort(),
  'projection operator': ['$elemMatch', '$slice'],
  'update operator': [...OPERATORS.keys(), '$rename'].sort(),
  'modifier of $push': [...MODIFIERS].sort(),
  stage: [...STAGES.keys(), ...DOCUMENT_STAGES.keys()].sort(),
  accumulator: [...ACCUMULATORS.keys(), '$count'].sort(),
  'expression operator': [...EXPRESSION_OPERATORS.keys()].sort(),
  'index option': [...INDEX_OPTIONS].filter((option) => option !== 'v').sort(),
};
