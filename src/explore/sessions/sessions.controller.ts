import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../../common/authentication';
import { ApiErrors } from '../../common/openapi';
import { ConditionalInterceptor } from '../conditional.interceptor';
import { SessionPlaysResponse, SessionsResponse } from './sessions.dto';
import { SessionPath, SessionQuery, SessionsQuery } from './sessions.query';
import { SessionsService } from './sessions.service';

@ApiTags('explore')
@UseInterceptors(ConditionalInterceptor)
@Controller('api/v1/explore/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @ApiOperation({ summary: 'Your plays in sessions, apart where you paused' })
  @ApiOkResponse({ type: SessionsResponse })
  list(@CurrentUser() user: Session, @Query() query: SessionsQuery): Promise<SessionsResponse> {
    return this.sessions.list(user.userId, query);
  }

  @Get(':started_at')
  @ApiOperation({ summary: 'One session and its plays' })
  @ApiOkResponse({ type: SessionPlaysResponse })
  @ApiErrors({ 404: 'No session starts then' })
  session(
    @CurrentUser() user: Session,
    @Param() { started_at }: SessionPath,
    @Query() query: SessionQuery,
  ): Promise<SessionPlaysResponse> {
    return this.sessions.session(user.userId, started_at, query);
  }
}
