import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { PlayerController } from './player.controller';
import { PlayerService } from './player.service';

/** Shows and controls what plays on the platform. */
@Module({ imports: [PlatformModule], controllers: [PlayerController], providers: [PlayerService] })
export class PlayerModule {}
