import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { LibraryController } from './library.controller';
import { LibraryService } from './library.service';

/** Passes on what users follow and have saved on the platform. */
@Module({ imports: [PlatformModule], controllers: [LibraryController], providers: [LibraryService] })
export class LibraryModule {}
