import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { registerModels } from '../database/connections';
import { Album, AlbumSchema } from './album.schema';
import { Artist, ArtistSchema } from './artist.schema';
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
  exports: [MongooseModule],
})
export class CatalogueModule {}
