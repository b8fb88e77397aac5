import { Doc, isDoc, Value } from '../bson/value';
import { CommandError } from '../errors';
import { Collection } from '../storage/collection';

/** Documents on their way through a pipeline. An undefined among them is a place where other work may go in between. */
export type Flow = Iterable<Doc | undefined>;

/** A compiled stage of a pipeline. */
export interface Stage {
  run: (input: Flow) => Flow;
  /** The top-level fields that it reads of a document; undefined when that may be all. */
  reads: Set<string> | undefined;
  /** Whether nothing of a document comes through but what the stage reads. */
  narrows: boolean;
}

/** What stages may ask of the engine. */
export interface PipelineContext {
  collection: (name: string) => Collection | undefined;
  compile: (pipeline: Value, context: PipelineContext) => Stage[];
}

export function runStages(stages: readonly Stage[], input: Flow): Flow {
  return stages.reduce((flow, stage) => stage.run(flow), input);
}

/** All documents of a flow that does not need to be interrupted. */
export function collect(flow: Flow): Doc[] {
  const docs: Doc[] = [];
  for (const doc of flow) if (doc !== undefined) docs.push(doc);
  return docs;
}

const MAX_STAGE_BYTES = 100 * 1024 * 1024;

/** What a stage that holds documents back may use, as in MongoDB. */
export class MemoryBudget {
  private used = 0;

  constructor(private readonly stage: string) {}

  /** @throws CommandError when the stage passes 100 MiB */
  add(bytes: number): void {
    this.used += bytes;
    if (this.used > MAX_STAGE_BYTES) {
      throw new CommandError(292, `${this.stage} exceeded its memory limit of ${MAX_STAGE_BYTES} bytes`);
    }
  }
}

/** About how much memory a value takes. */
export function roughSize(value: Value): number {
  if (typeof value === 'string') return 16 + value.length * 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + roughSize(item), 32);
  if (!isDoc(value)) return 40;
  return Object.keys(value).reduce((sum, name) => sum + 16 + roughSize(value[name]), 32);
}
