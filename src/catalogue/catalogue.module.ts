import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { registerModels } from '../database/connections';
import { PlatformModule } from '../platform/platform.module';
import { Album, AlbumSchema } from './album.schema';
import { Artist, ArtistSchema } from './artist.schema';
import { CatalogueController } from './catalogue.controller';
import { CatalogueIdentities } from './catalogue-identities.service';
import { CatalogueService } from './catalogue.service';
import { CatalogueStubs } from './catalogue-stubs.service';
import { CatalogueAliases } from './fetching/catalogue-aliases.service';
import { CatalogueChanges } from './fetching/catalogue-changes.service';
import { CatalogueFetchService } from './fetching/catalogue-fetch.service';
import { CatalogueProcessor } from './fetching/catalogue.processor';
import { CatalogueRecords } from './fetching/catalogue-records.service';
import { CatalogueState, CatalogueStateSchema } from './fetching/catalogue-state.schema';
import { CatalogueTurns } from './fetching/catalogue-turns.service';
import { CatalogueWakeUps } from './fetching/catalogue-wake-ups.service';
import { TrackSearch } from './fetching/track-search.service';
import { CatalogueRevisions } from './catalogue-revisions.service';
import { Track, TrackSchema } from './track.schema';

/** What is known of tracks, artists and albums, one record for all users, and the fetching of what is not known yet. */
@Module({
  imports: [
    PlatformModule,
    ...registerModels(
      { name: Track.name, schema: TrackSchema },
      { name: Artist.name, schema: ArtistSchema },
      { name: Album.name, schema: AlbumSchema },
      { name: CatalogueState.name, schema: CatalogueStateSchema },
    ),
  ],
  controllers: [CatalogueController],
  providers: [
    CatalogueService,
    CatalogueIdentities,
    CatalogueStubs,
    CatalogueAliases,
    CatalogueChanges,
    CatalogueRevisions,
    CatalogueRecords,
    CatalogueTurns,
    CatalogueFetchService,
    TrackSearch,
    CatalogueWakeUps,
    CatalogueProcessor,
  ],
  exports: [
    CatalogueService,
    CatalogueIdentities,
    CatalogueStubs,
    CatalogueRecords,
    CatalogueFetchService,
    CatalogueChanges,
    CatalogueRevisions,
    CatalogueTurns,
    CatalogueWakeUps,
    TrackSearch,
    MongooseModule,
  ],
})
export class CatalogueModule {}
