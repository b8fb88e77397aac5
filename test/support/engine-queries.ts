import type { CommandStartedEvent, Document, MongoClient } from 'mongodb';

/** A query as the driver sent it. */
export interface SentQuery {
  name: string;
  collection: string;
  command: Document;
}

/** What a query has cost, by the engine's `explain`. */
export interface QueryCost {
  query: string;
  stages: string[];
  examined: number;
  /** What it gave, with what it passed over before that. */
  returned: number;
}

const READS = ['find', 'aggregate', 'count', 'distinct'];
const WRITES = ['update', 'delete', 'findAndModify'];
/** Fields of a command that `explain` does not take inside. */
const OUTER = ['$db', '$readPreference', 'lsid', 'maxTimeMS'];

/** Listens to what a client (made with `monitorCommands`) asks of its database, each form of a query once. */
export class QueryRecorder {
  private readonly sent = new Map<string, SentQuery>();

  constructor(client: Pick<MongoClient, 'on'>) {
    client.on('commandStarted', (event) => {
      this.record(event);
    });
  }

  /** The queries since the last time. */
  take(): SentQuery[] {
    const queries = [...this.sent.values()];
    this.sent.clear();
    return queries;
  }

  private record({ commandName: name, command }: CommandStartedEvent): void {
    if (![...READS, ...WRITES].includes(name)) return;
    const inner = Object.fromEntries(Object.entries(command).filter(([field]) => !OUTER.includes(field)));
    const sent = { name, collection: String(command[name]), command: inner };
    this.sent.set(JSON.stringify(inner), sent);
  }
}

export function isRead({ name }: SentQuery): boolean {
  return READS.includes(name);
}

/** What one of an `explain`'s two forms holds: the plan of a query, or of a pipeline's head. */
function planIn(explained: Document): Document {
  const [first] = (explained.stages as Document[] | undefined) ?? [];
  return (first?.$cursor as Document | undefined) ?? explained;
}

/** Runs a query again to see its cost, for an app that {@link TestAppOptions.explains}. */
export async function costOf(client: MongoClient, database: string, sent: SentQuery): Promise<QueryCost> {
  const command = { explain: sent.command, verbosity: 'executionStats' };
  const { queryPlanner, executionStats } = planIn(await client.db(database).command(command)) as {
    queryPlanner: { winningPlan: Document };
    executionStats: {
      nReturned: number;
      totalKeysExamined: number;
      totalDocsExamined: number;
      executionStages: Document;
    };
  };
  const stages = stagesOf(queryPlanner.winningPlan);
  const { totalKeysExamined, totalDocsExamined, nReturned, executionStages } = executionStats;
  const counted = stages.includes('COUNT_SCAN') ? totalKeysExamined : 0;
  return {
    query: `${sent.name} ${sent.collection} ${JSON.stringify(sent.command)}`.slice(0, 600),
    stages,
    examined: Math.max(totalKeysExamined, totalDocsExamined),
    returned: nReturned + counted + skipIn(executionStages),
  };
}

function stagesOf({ stage, inputStage, inputStages }: Document): string[] {
  const inputs = (inputStages ?? (inputStage === undefined ? [] : [inputStage])) as Document[];
  return [String(stage), ...inputs.flatMap(stagesOf)];
}

function skipIn({ skipAmount, inputStage }: Document): number {
  return Number(skipAmount ?? 0) + (inputStage === undefined ? 0 : skipIn(inputStage as Document));
}
