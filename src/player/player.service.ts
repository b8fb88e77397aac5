import { Injectable } from '@nestjs/common';
import { readDevices, readPlayback, readQueue } from '../platform/answers/player';
import { type PlatformCall, PlatformCalls } from '../platform/calls/platform-calls';
import {
  type CommandOutcome,
  type CommandResponse,
  type DevicesResponse,
  type NotPlayingResponse,
  type PlayBody,
  type PlayingResponse,
  type QueueResponse,
  toCurrentResponse,
  toDeviceResponse,
  toQueueResponse,
} from './player.dto';

const PLAYER = '/v1/me/player';

/** A user's player on the platform. Every method throws the PlatformError that tells what went wrong. */
@Injectable()
export class PlayerService {
  constructor(private readonly platform: PlatformCalls) {}

  async current(userId: string): Promise<PlayingResponse | NotPlayingResponse> {
    // Without being asked for them, the platform does not name the episodes of podcasts.
    const query = { additional_types: 'track,episode' };
    return toCurrentResponse(readPlayback(await this.platform.forUser(userId, { path: PLAYER, query })));
  }

  async devices(userId: string): Promise<DevicesResponse> {
    const devices = readDevices(await this.platform.forUser(userId, { path: `${PLAYER}/devices` }));
    return { devices: devices.map(toDeviceResponse) };
  }

  async queue(userId: string): Promise<QueueResponse> {
    return toQueueResponse(readQueue(await this.platform.forUser(userId, { path: `${PLAYER}/queue` })));
  }

  play(userId: string, { context_uri, uris, device_id }: PlayBody = {}): Promise<CommandResponse> {
    const call: PlatformCall = {
      method: 'PUT',
      path: `${PLAYER}/play`,
      query: { device_id: device_id ?? undefined },
      json: { context_uri: context_uri ?? undefined, uris: uris ?? undefined },
    };
    return this.command(userId, call, 'playing');
  }

  pause(userId: string): Promise<CommandResponse> {
    return this.command(userId, { method: 'PUT', path: `${PLAYER}/pause` }, 'paused');
  }

  next(userId: string): Promise<CommandResponse> {
    return this.command(userId, { method: 'POST', path: `${PLAYER}/next` }, 'skipped');
  }

  previous(userId: string): Promise<CommandResponse> {
    return this.command(userId, { method: 'POST', path: `${PLAYER}/previous` }, 'skipped_back');
  }

  private async command(userId: string, call: PlatformCall, status: CommandOutcome): Promise<CommandResponse> {
    await this.platform.forUser(userId, call);
    return { status };
  }
}
