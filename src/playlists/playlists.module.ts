import { Module } from '@nestjs/common';
import { registerModels } from '../database/connections';
import { PlatformModule } from '../platform/platform.module';
import { Playlist, PlaylistSchema } from './playlist.schema';
import { PlaylistCopier } from './playlist-copier.service';
import { PlaylistsController } from './playlists.controller';
import { PlaylistsService } from './playlists.service';
import { PlaylistsUserData } from './playlists.user-data';

/** The playlists that users own or follow. */
@Module({
  imports: [PlatformModule, ...registerModels({ name: Playlist.name, schema: PlaylistSchema })],
  controllers: [PlaylistsController],
  providers: [PlaylistsService, PlaylistCopier, PlaylistsUserData],
  exports: [PlaylistCopier],
})
export class PlaylistsModule {}
