import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { registerModels } from '../database/connections';
import { User, UserSchema } from './user.schema';
import { UsersService } from './users.service';
import { UsersUserData } from './users.user-data';

@Module({
  imports: [...registerModels({ name: User.name, schema: UserSchema })],
  providers: [UsersService, UsersUserData],
  exports: [UsersService, MongooseModule],
})
export class UsersModule {}
