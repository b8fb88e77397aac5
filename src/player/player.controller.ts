import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Session } from '../common/authentication';
import { ApiErrors, ApiOkOneOf } from '../common/openapi';
import { PROXY_ERRORS } from '../platform/proxy-errors';
import {
  CommandResponse,
  DevicesResponse,
  NotPlayingResponse,
  PlayBody,
  PlayingResponse,
  QueueResponse,
} from './player.dto';
import { PlayerService } from './player.service';

const COMMAND_ERRORS = { 404: 'No device is active, or there is no such device or context' };

@ApiTags('player')
@ApiErrors(PROXY_ERRORS)
@Controller('api/v1/player')
export class PlayerController {
  constructor(private readonly player: PlayerService) {}

  @Get('current')
  @ApiOperation({ summary: 'What plays now' })
  @ApiOkOneOf(PlayingResponse, NotPlayingResponse)
  current(@CurrentUser() user: Session): Promise<PlayingResponse | NotPlayingResponse> {
    return this.player.current(user.userId);
  }

  @Get('devices')
  @ApiOperation({ summary: 'The devices on which you can play' })
  @ApiOkResponse({ type: DevicesResponse })
  devices(@CurrentUser() user: Session): Promise<DevicesResponse> {
    return this.player.devices(user.userId);
  }

  @Get('queue')
  @ApiOperation({ summary: 'What plays, and what comes next' })
  @ApiOkResponse({ type: QueueResponse })
  queue(@CurrentUser() user: Session): Promise<QueueResponse> {
    return this.player.queue(user.userId);
  }

  @Post('play')
  @HttpCode(200)
  @ApiOperation({ summary: 'Play something, or go on; needs a premium account' })
  @ApiBody({ type: PlayBody, required: false })
  @ApiOkResponse({ type: CommandResponse })
  @ApiErrors(COMMAND_ERRORS)
  play(@CurrentUser() user: Session, @Body() body?: PlayBody): Promise<CommandResponse> {
    return this.player.play(user.userId, body);
  }

  @Post('pause')
  @HttpCode(200)
  @ApiOperation({ summary: 'Pause; needs a premium account' })
  @ApiOkResponse({ type: CommandResponse })
  @ApiErrors(COMMAND_ERRORS)
  pause(@CurrentUser() user: Session): Promise<CommandResponse> {
    return this.player.pause(user.userId);
  }

  @Post('next')
  @HttpCode(200)
  @ApiOperation({ summary: 'Skip to the next track; needs a premium account' })
  @ApiOkResponse({ type: CommandResponse })
  @ApiErrors(COMMAND_ERRORS)
  next(@CurrentUser() user: Session): Promise<CommandResponse> {
    return this.player.next(user.userId);
  }

  @Post('previous')
  @HttpCode(200)
  @ApiOperation({ summary: 'Skip back to the previous track; needs a premium account' })
  @ApiOkResponse({ type: CommandResponse })
  @ApiErrors(COMMAND_ERRORS)
  previous(@CurrentUser() user: Session): Promise<CommandResponse> {
    return this.player.previous(user.userId);
  }
}
