import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { connectDatabase } from '../../command-line/open-services';
import { type Check, DoctorCheck, type Finding, ok, problem } from '../check';
import { RunningServices } from '../running-services';

const COLLECTION = 'doctor';

@DoctorCheck({ order: 40 })
@Injectable()
export class DatabaseCheck implements Check {
  readonly name = 'Document database';

  constructor(private readonly services: RunningServices) {}

  async run(): Promise<Finding[]> {
    const { mongodbUri } = await this.services.addresses();
    if (mongodbUri === undefined) return [ok('the embedded engine, which starts and ends with Playledger')];
    const connection = await connectDatabase(mongodbUri);
    try {
      const { version } = (await connection.db?.command({ buildInfo: 1 })) as { version: string };
      const records = connection.collection(COLLECTION);
      const _id = new Types.ObjectId();
      await records.insertOne({ _id });
      const { deletedCount } = await records.deleteOne({ _id });
      if (deletedCount === 1) return [ok(`version ${version} answers and takes writes`)];
      return [problem('a record was written and could not be found. Look at the log of the database.')];
    } catch (error) {
      return [
        problem(`it answers but takes no writes: ${String(error)}. Give its user the right to write, or make room.`),
      ];
    } finally {
      await connection.close();
    }
  }
}
