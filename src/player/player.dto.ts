import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString } from 'class-validator';
import { COUNT } from '../common/openapi';
import type { PlayedItem } from '../platform/answers/played-item';
import type { PlatformDevice, PlatformPlayback, PlatformQueue } from '../platform/answers/player';

/** Most entries of the queue that are shown. */
const LONGEST_QUEUE = 20;

/** What to play and where; without anything, the player goes on where it stopped. Null is the same as leaving out. */
export class PlayBody {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Album, artist or playlist to play',
    example: 'spotify:album:5ht7ItJgpBH7W6vJ5BqpPr',
  })
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  context_uri?: string | null;

  @ApiPropertyOptional({ type: [String], nullable: true, description: 'Tracks to play, in this order' })
  @IsOptional()
  @IsArray({ message: 'Input should be a valid list' })
  @IsString({ each: true, message: 'Each entry should be a valid string' })
  uris?: string[] | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'Where to play; the active device when left out' })
  @IsOptional()
  @IsString({ message: 'Input should be a valid string' })
  device_id?: string | null;
}

export class NotPlayingResponse {
  @ApiProperty({ enum: [false] })
  is_playing: false;
}

export class PlayingResponse {
  @ApiProperty({ enum: [true] })
  is_playing: true;

  @ApiProperty({ description: 'Empty during an advertisement, as are the other names' })
  track_name: string;

  @ApiProperty({ description: 'The primary artist; of a podcast, who publishes it' })
  artist_name: string;

  @ApiProperty({ description: 'The album; of a podcast, its show' })
  album_name: string;

  @ApiProperty({ description: 'Address of the cover; empty without one' })
  album_image: string;

  @ApiProperty({ description: 'Empty for a file of your own' })
  track_id: string;

  @ApiProperty(COUNT)
  duration_ms: number;

  @ApiProperty(COUNT)
  progress_ms: number;

  @ApiProperty({ description: 'Name of the device', example: 'Kitchen Speaker' })
  device: string;

  @ApiProperty()
  shuffle: boolean;

  @ApiProperty({ description: 'off, track or context', example: 'off' })
  repeat: string;
}

export class DeviceResponse {
  @ApiProperty({ description: 'Empty for a device that takes no commands' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ example: 'Smartphone' })
  type: string;

  @ApiProperty()
  is_active: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  volume_percent: number;
}

export class DevicesResponse {
  @ApiProperty({ type: [DeviceResponse] })
  devices: DeviceResponse[];
}

export class QueueItemResponse {
  @ApiProperty({ description: 'Empty for a file of your own' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'The primary artist; of a podcast, who publishes it' })
  artist: string;

  @ApiProperty({ description: 'The album; of a podcast, its show' })
  album: string;

  @ApiProperty({ description: 'Address of the cover; empty without one' })
  image: string;

  @ApiProperty(COUNT)
  duration_ms: number;
}

export class QueueResponse {
  @ApiProperty({ type: QueueItemResponse, nullable: true, description: 'Null when nothing is loaded' })
  currently_playing: QueueItemResponse | null;

  @ApiProperty({ type: [QueueItemResponse], maxItems: LONGEST_QUEUE, description: 'What comes next' })
  queue: QueueItemResponse[];
}

const COMMAND_OUTCOMES = ['playing', 'paused', 'skipped', 'skipped_back'] as const;
export type CommandOutcome = (typeof COMMAND_OUTCOMES)[number];

export class CommandResponse {
  @ApiProperty({ enum: COMMAND_OUTCOMES })
  status: CommandOutcome;
}

export function toCurrentResponse(playback: PlatformPlayback | null): PlayingResponse | NotPlayingResponse {
  if (playback?.isPlaying !== true) return { is_playing: false };
  const { item, progressMs, deviceName, shuffle, repeat } = playback;
  return {
    is_playing: true,
    track_name: item?.name ?? '',
    artist_name: item?.artistName ?? '',
    album_name: item?.collectionName ?? '',
    album_image: item?.imageUrl ?? '',
    track_id: item?.platformId ?? '',
    duration_ms: item?.durationMs ?? 0,
    progress_ms: progressMs,
    device: deviceName,
    shuffle,
    repeat,
  };
}

export function toDeviceResponse({ id, name, type, isActive, volumePercent }: PlatformDevice): DeviceResponse {
  return { id, name, type, is_active: isActive, volume_percent: volumePercent };
}

export function toQueueResponse({ current, next }: PlatformQueue): QueueResponse {
  return {
    currently_playing: current === null ? null : toQueueItem(current),
    queue: next.slice(0, LONGEST_QUEUE).map(toQueueItem),
  };
}

function toQueueItem(item: PlayedItem): QueueItemResponse {
  return {
    id: item.platformId,
    name: item.name,
    artist: item.artistName,
    album: item.collectionName,
    image: item.imageUrl,
    duration_ms: item.durationMs,
  };
}
