import { Injectable, Logger, StreamableFile } from '@nestjs/common';
import { NotAuthenticated } from '../../common/errors/errors';
import type { ExportFile } from '../../database/user-data/user-data';
import { UserDataOwners } from '../../database/user-data/user-data-owners.service';
import { UsersService } from '../../users/users.service';
import { archiveOf } from './archive';

/** Hands users everything that the service keeps of them. */
@Injectable()
export class UserExport {
  private readonly logger = new Logger(UserExport.name);

  constructor(
    private readonly owners: UserDataOwners,
    private readonly users: UsersService,
  ) {}

  /**
   * A zip of all owners' files, made while it is sent.
   *
   * @throws NotAuthenticated for a user who is not there any more
   */
  async download(userId: string, now = new Date()): Promise<StreamableFile> {
    if ((await this.users.findById(userId)) === null) throw new NotAuthenticated();
    const archive = archiveOf(this.filesOf(userId), (error) => {
      this.logger.error(error, `The export of user ${userId} broke off`);
    });
    const day = now.toISOString().slice(0, 10);
    return new StreamableFile(archive, {
      type: 'application/zip',
      disposition: `attachment; filename="playledger-export-${day}.zip"`,
    });
  }

  private async *filesOf(userId: string): AsyncGenerator<ExportFile, void> {
    for (const owner of this.owners.all()) yield* owner.files?.(userId) ?? [];
  }
}
