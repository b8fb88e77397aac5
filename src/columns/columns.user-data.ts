import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Settings } from '../config/settings';
import { DatabaseService } from '../database/database.service';
import { type UserData, UserDataOwner } from '../database/user-data/user-data';
import { User } from '../users/user.schema';
import { UserFiles } from './user-files.service';

const OWNER_LENGTH = 24;

/** The column files of users, which go with them: here at once, and on other machines when the service next starts there. */
@UserDataOwner()
export class ColumnsUserData implements UserData, OnApplicationBootstrap {
  readonly collections = [];
  private readonly logger = new Logger(ColumnsUserData.name);

  constructor(
    private readonly settings: Settings,
    private readonly attached: UserFiles,
    private readonly database: DatabaseService,
    @InjectModel(User.name) private readonly users: Model<User>,
  ) {}

  onApplicationBootstrap(): void {
    this.removeOrphans().catch((error: unknown) => {
      this.logger.warn(`Files of users who are gone could not be looked for: ${String(error)}`);
    });
  }

  /** Those of other processes on this folder, too, which then hold a file without a name until they close it. */
  async erase(userId: string): Promise<void> {
    await this.attached.discard(userId);
    for (const { path, owner } of this.all()) if (owner === userId) rmSync(path, { force: true });
  }

  private async removeOrphans(): Promise<void> {
    const files = this.all();
    if (files.length === 0) return;
    await this.database.whenReady();
    const owners = [...new Set(files.map(({ owner }) => owner))].map((owner) => new Types.ObjectId(owner));
    const found = await this.users
      .find({ _id: { $in: owners } })
      .select('_id')
      .lean<Pick<User, '_id'>[]>();
    const known = new Set(found.map(({ _id }) => String(_id)));
    for (const { path, owner } of files) if (!known.has(owner)) rmSync(path, { force: true });
  }

  /** All files of this machine. */
  private all(): { path: string; owner: string }[] {
    const columns = join(this.settings.dataDir, 'columns');
    return listed(columns).flatMap((folder) =>
      listed(join(columns, folder))
        .filter((name) => /^[0-9a-f]{24}\./.test(name))
        .map((name) => ({ path: join(columns, folder, name), owner: name.slice(0, OWNER_LENGTH) })),
    );
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nobody has asked for columns yet.
    return [];
  }
}
