import { type JsonObject, objectOf, optionalTextOf } from '../answer-reader';
import { isObject, listOf, optionalCountOf, optionalObjectOf, readItems } from './fields';
import { type PlayedItem, readPlayedItem } from './played-item';

/** A device on which the platform can play. */
export interface PlatformDevice {
  /** "" for a device that takes no commands. */
  id: string;
  name: string;
  /** Such as Smartphone. */
  type: string;
  isActive: boolean;
  /** 0 to 100; 0 also where the platform does not tell. */
  volumePercent: number;
}

/** What a user's player does. */
export interface PlatformPlayback {
  isPlaying: boolean;
  /** Null for an advertisement, and for what the platform does not name. */
  item: PlayedItem | null;
  progressMs: number;
  /** Name of the device; "" where the platform does not tell. */
  deviceName: string;
  shuffle: boolean;
  /** off, track or context; "" where the platform does not tell. */
  repeat: string;
}

/** What plays and what comes after it. */
export interface PlatformQueue {
  current: PlayedItem | null;
  next: PlayedItem[];
}

/**
 * The state of a player; null when there is none, which the platform tells by an answer without a body.
 *
 * @throws PlatformAnswerUnexpected when the answer is neither an object nor empty
 */
export function readPlayback(body: unknown): PlatformPlayback | null {
  if (isEmpty(body)) return null;
  const playback = objectOf(body, 'the state of the player');
  return {
    isPlaying: playback.is_playing === true,
    item: readPlayedItem(playback.item),
    progressMs: optionalCountOf(playback, 'progress_ms'),
    deviceName: optionalTextOf(optionalObjectOf(playback, 'device'), 'name'),
    shuffle: playback.shuffle_state === true,
    repeat: optionalTextOf(playback, 'repeat_state'),
  };
}

/** @throws PlatformAnswerUnexpected when the answer is not an object */
export function readDevices(body: unknown): PlatformDevice[] {
  return readItems(listOf(objectOf(body, 'the list of devices'), 'devices'), (value) =>
    isObject(value) ? readDevice(value) : null,
  ).items;
}

/** @throws PlatformAnswerUnexpected when the answer is neither an object nor empty */
export function readQueue(body: unknown): PlatformQueue {
  if (isEmpty(body)) return { current: null, next: [] };
  const queue = objectOf(body, 'the queue');
  return {
    current: readPlayedItem(queue.currently_playing),
    next: readItems(listOf(queue, 'queue'), readPlayedItem).items,
  };
}

function readDevice(device: JsonObject): PlatformDevice {
  return {
    id: optionalTextOf(device, 'id'),
    name: optionalTextOf(device, 'name'),
    type: optionalTextOf(device, 'type'),
    isActive: device.is_active === true,
    volumePercent: Math.min(100, optionalCountOf(device, 'volume_percent')),
  };
}

const isEmpty = (body: unknown): boolean => body === '';
