import { MongoClient } from 'mongodb';

/** What the benches write on the server of MONGODB_URI. */
const DATABASES = ['playledger', 'playledger_sandbox', 'playledger_raw', 'playledger_bench'];

/** The server of MONGODB_URI, on which benches leave nothing and find nothing. */
export class GivenServer {
  private constructor(private readonly uri: string) {}

  /** @returns undefined where it is the embedded engine that is measured */
  static inUse(): GivenServer | undefined {
    const { MONGODB_URI } = process.env;
    return MONGODB_URI === undefined ? undefined : new GivenServer(MONGODB_URI);
  }

  /** @throws Error when there are data that a bench would mix with, or drop */
  async mustBeEmpty(): Promise<void> {
    // Asked one by one: not every server can list its databases.
    const taken = await this.with(async (client) => {
      const collections = await Promise.all(DATABASES.map((name) => client.db(name).listCollections().toArray()));
      return DATABASES.filter((_, index) => collections[index]?.length !== 0);
    });
    if (taken.length > 0)
      throw new Error(
        `The server of MONGODB_URI has a database ${taken.join(', ')}, and benches drop what they write: give them a server of their own.`,
      );
  }

  async empty(): Promise<void> {
    await this.with(async (client) => {
      for (const name of DATABASES) await client.db(name).dropDatabase();
    });
  }

  private async with<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
    const client = await MongoClient.connect(this.uri);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }
}
