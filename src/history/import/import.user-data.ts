import { createReadStream, existsSync } from 'node:fs';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { JOBS_CONNECTION } from '../../database/connections';
import { type ExportFile, type UserCollection, type UserData, UserDataOwner } from '../../database/user-data/user-data';
import { SyncJob } from '../../sync-jobs/sync-job.schema';
import { ImportFolders } from './import-folders.service';
import type { ImportPayload } from './import-job.types';

/** The folders of a user's imports: uploads that wait, and the accounts of records that were not stored. */
@UserDataOwner()
export class ImportUserData implements UserData {
  readonly collections: readonly UserCollection[] = [];

  constructor(
    @InjectModel(SyncJob.name, JOBS_CONNECTION) private readonly jobs: Model<SyncJob>,
    private readonly folders: ImportFolders,
  ) {}

  async *files(userId: string): AsyncGenerator<ExportFile, void> {
    for await (const [jobId, uploadId] of this.importsOf(userId)) {
      const path = this.folders.recordLogPath(uploadId);
      if (!existsSync(path)) continue;
      yield {
        name: `imports/${jobId}-records.jsonl`,
        about:
          'The records of an import, which jobs.jsonl has under this id, that were not stored as new plays, and why.',
        content: createReadStream(path, 'utf8') as AsyncIterable<string>,
      };
    }
  }

  async erase(userId: string): Promise<void> {
    for await (const [, uploadId] of this.importsOf(userId)) await this.folders.remove(uploadId);
  }

  private async *importsOf(userId: string): AsyncGenerator<[jobId: string, uploadId: string], void> {
    const imports = this.jobs
      .find({ user_id: userId, job_type: 'import' })
      .sort({ created_at: -1, _id: -1 })
      .select('payload')
      .lean<SyncJob>();
    for await (const { _id, payload } of imports.cursor()) yield [String(_id), (payload as ImportPayload).upload_id];
  }
}
