import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { BrowseController } from './browse.controller';
import { BrowseService } from './browse.service';

/** Passes on what the platform recommends to everybody. */
@Module({ imports: [PlatformModule], controllers: [BrowseController], providers: [BrowseService] })
export class BrowseModule {}
