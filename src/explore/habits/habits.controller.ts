import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { LensQuery } from '../lens/lens.query';
import { ChaptersResponse } from './chapters.dto';
import { ChaptersService } from './chapters.service';
import { ChaptersQuery, ObsessionsQuery, SeasonsQuery, StreaksQuery } from './habits.query';
import { PagedLensQuery } from '../paging';
import { AlbumsHeardResponse } from './albums-heard.dto';
import { AlbumsHeardService } from './albums-heard.service';
import { MilestonesResponse } from './milestones.dto';
import { MilestonesService } from './milestones.service';
import { ObsessionsResponse } from './obsessions.dto';
import { ObsessionsService } from './obsessions.service';
import { SeasonsResponse } from './seasons.dto';
import { SeasonsService } from './seasons.service';
import { StreaksResponse } from './streaks.dto';
import { StreaksService } from './streaks.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore')
export class HabitsController {
  constructor(
    private readonly allStreaks: StreaksService,
    private readonly allMilestones: MilestonesService,
    private readonly allObsessions: ObsessionsService,
    private readonly allSeasons: SeasonsService,
    private readonly allChapters: ChaptersService,
    private readonly allAlbumsHeard: AlbumsHeardService,
  ) {}

  @Get('streaks')
  @ApiOperation({ summary: 'Days in a row on which you played something, or the same artist or track' })
  @ApiOkResponse({ type: StreaksResponse })
  streaks(@CurrentUser() user: Session, @Query() query: StreaksQuery): Promise<StreaksResponse> {
    return this.allStreaks.streaks(user.userId, query);
  }

  @Get('milestones')
  @ApiOperation({ summary: 'Your plays with round numbers, and the next one' })
  @ApiOkResponse({ type: MilestonesResponse })
  milestones(@CurrentUser() user: Session, @Query() query: LensQuery): Promise<MilestonesResponse> {
    return this.allMilestones.milestones(user.userId, query);
  }

  @Get('obsessions')
  @ApiOperation({ summary: 'When you played the same track or artist over and over' })
  @ApiOkResponse({ type: ObsessionsResponse })
  obsessions(@CurrentUser() user: Session, @Query() query: ObsessionsQuery): Promise<ObsessionsResponse> {
    return this.allObsessions.obsessions(user.userId, query);
  }

  @Get('seasons')
  @ApiOperation({ summary: 'What you play at the same time of each year' })
  @ApiOkResponse({ type: SeasonsResponse })
  seasons(@CurrentUser() user: Session, @Query() query: SeasonsQuery): Promise<SeasonsResponse> {
    return this.allSeasons.seasons(user.userId, query);
  }

  @Get('chapters')
  @ApiOperation({ summary: 'The times between which the artists that you play changed' })
  @ApiOkResponse({ type: ChaptersResponse })
  chapters(@CurrentUser() user: Session, @Query() query: ChaptersQuery): Promise<ChaptersResponse> {
    return this.allChapters.chapters(user.userId, query);
  }

  @Get('albums-heard')
  @ApiOperation({
    summary: 'Albums that you heard from the first track to the last, and those that you never finished',
  })
  @ApiOkResponse({ type: AlbumsHeardResponse })
  albumsHeard(@CurrentUser() user: Session, @Query() query: PagedLensQuery): Promise<AlbumsHeardResponse> {
    return this.allAlbumsHeard.albumsHeard(user.userId, query);
  }
}
