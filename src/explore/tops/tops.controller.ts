import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { PagedLensQuery } from '../paging';
import { RanksResponse } from './ranks.dto';
import { RanksQuery } from './ranks.query';
import { RanksService } from './ranks.service';
import { SearchResponse } from './search.dto';
import { SearchQuery } from './search.query';
import { SearchService } from './search.service';
import { TopItemsResponse } from './top-lists.dto';
import { TopListsService } from './top-lists.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore')
export class TopsController {
  constructor(
    private readonly tops: TopListsService,
    private readonly allRanks: RanksService,
    private readonly searches: SearchService,
  ) {}

  @Get('top/artists')
  @ApiOperation({ summary: 'Your artists by how much you played them, against the time before' })
  @ApiOkResponse({ type: TopItemsResponse })
  artists(@CurrentUser() user: Session, @Query() query: PagedLensQuery): Promise<TopItemsResponse> {
    return this.tops.topItems(user.userId, 'artists', query);
  }

  @Get('top/albums')
  @ApiOperation({ summary: 'Your albums by how much you played them, against the time before' })
  @ApiOkResponse({ type: TopItemsResponse })
  albums(@CurrentUser() user: Session, @Query() query: PagedLensQuery): Promise<TopItemsResponse> {
    return this.tops.topItems(user.userId, 'albums', query);
  }

  @Get('top/tracks')
  @ApiOperation({ summary: 'Your tracks by how much you played them, against the time before' })
  @ApiOkResponse({ type: TopItemsResponse })
  tracks(@CurrentUser() user: Session, @Query() query: PagedLensQuery): Promise<TopItemsResponse> {
    return this.tops.topItems(user.userId, 'tracks', query);
  }

  @Get('top/genres')
  @ApiOperation({ summary: 'Genres by how much you played them, against the time before' })
  @ApiOkResponse({ type: TopItemsResponse })
  genres(@CurrentUser() user: Session, @Query() query: PagedLensQuery): Promise<TopItemsResponse> {
    return this.tops.topItems(user.userId, 'genres', query);
  }

  @Get('ranks')
  @ApiOperation({ summary: 'The ranks of your most played items over time' })
  @ApiOkResponse({ type: RanksResponse })
  ranks(@CurrentUser() user: Session, @Query() query: RanksQuery): Promise<RanksResponse> {
    return this.allRanks.ranks(user.userId, query);
  }

  @Get('search')
  @ApiOperation({ summary: 'What you have played, by words of its name' })
  @ApiOkResponse({ type: SearchResponse })
  search(@CurrentUser() user: Session, @Query() query: SearchQuery): Promise<SearchResponse> {
    return this.searches.search(user.userId, query);
  }
}
