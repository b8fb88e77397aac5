import { SANDBOX_CATALOGUE } from './catalogue';
import { type ProxiedCall, type ProxiedScene, useProxiedScene } from './proxied-calls';
import type { Answer } from './test-app';

export const CURRENT: ProxiedCall = { path: '/api/v1/player/current' };
export const DEVICES: ProxiedCall = { path: '/api/v1/player/devices' };
export const QUEUE: ProxiedCall = { path: '/api/v1/player/queue' };
export const PLAY: ProxiedCall = { path: '/api/v1/player/play', method: 'POST' };
export const PAUSE: ProxiedCall = { path: '/api/v1/player/pause', method: 'POST' };
export const NEXT: ProxiedCall = { path: '/api/v1/player/next', method: 'POST' };
export const PREVIOUS: ProxiedCall = { path: '/api/v1/player/previous', method: 'POST' };
export const READS = [CURRENT, DEVICES, QUEUE];
export const COMMANDS = [PLAY, PAUSE, NEXT, PREVIOUS];

/** More than a queue shows. */
export const TRACKS = SANDBOX_CATALOGUE.tracks.slice(0, 30);
export const URIS = TRACKS.map(({ id }) => `spotify:track:${id}`);

export interface Queue {
  currently_playing: { id: string } | null;
  queue: { id: string }[];
}

/** Otto's player. */
export interface PlayerScene extends ProxiedScene {
  play(json?: unknown): Promise<Answer>;
  current(): Promise<Record<string, unknown>>;
  queue(): Promise<Queue>;
}

/** A scene in which nothing plays but what a test has asked for: it is at an hour at which Otto sleeps. */
export function usePlayerScene(): PlayerScene {
  const scene = useProxiedScene();
  beforeEach(() => scene.platform.setWeather({ clock: { at: '2025-03-04T03:30:00Z' } }));
  return Object.assign(scene, {
    play: (json?: unknown) => scene.call(PLAY, scene.otto, json),
    current: () => scene.get<Record<string, unknown>>(CURRENT.path),
    queue: () => scene.get<Queue>(QUEUE.path),
  });
}
