import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { registerModels } from '../database/connections';
import { Album, AlbumSchema } from './album.schema';
import { Artist, ArtistSchema } from './artist.schema';
import { CatalogueController } from './catalogue.controller';
import { CatalogueService } from './catalogue.service';
import { CatalogueStubs } from './catalogue-stubs.service';
import { Track, TrackSchema } from './track.schema';

/** What is known of tracks, artists and albums, one record for all users. */
@Module({
  imports: [
    ...registerModels(
      { name: Track.name, schema: TrackSchema },
      { name: Artist.name, schema: ArtistSchema },
      { name: Album.name, schema: AlbumSchema },
    ),
  ],
  controllers: [CatalogueController],
  providers: [CatalogueService, CatalogueStubs],
  exports: [CatalogueService, CatalogueStubs, MongooseModule],
})
export class CatalogueModule {}
