import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { registerModels } from '../connections';
import { UserDataOwners } from './user-data-owners.service';
import { UserDeletion, UserDeletionSchema } from './user-deletion.schema';
import { UserDeletions } from './user-deletions.service';

/** Who keeps what of users, and which users have left. */
@Global()
@Module({
  imports: [DiscoveryModule, ...registerModels({ name: UserDeletion.name, schema: UserDeletionSchema })],
  providers: [UserDataOwners, UserDeletions],
  exports: [UserDataOwners, UserDeletions],
})
export class UserDataModule {}
