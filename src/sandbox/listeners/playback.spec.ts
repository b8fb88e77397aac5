import { buildCatalogue } from '../catalogue/catalogue';
import { entryAt } from '../random';
import { Listening } from './listening';
import {
  advance,
  currentTrack,
  type Playback,
  playbackFromHistory,
  skipToNext,
  skipToPrevious,
  upcomingTracks,
} from './playback';
import { Players } from './players';
import { NAMED_LISTENERS } from './roster';

const NOW = Date.UTC(2025, 5, 15, 12);
const listening = new Listening(1, buildCatalogue(1));
const mira = entryAt(NAMED_LISTENERS, 0);
const tracks = listening.catalogue.tracks.slice(0, 3);
const [first, second, third] = [entryAt(tracks, 0), entryAt(tracks, 1), entryAt(tracks, 2)];

function playback(changes: Partial<Playback> = {}): Playback {
  const device = entryAt(mira.devices, 0);
  const idle = { index: 0, queued: [], progressMs: 0, at: NOW, playing: true, context: null, shuffle: false } as const;
  return { ...idle, tracks, device, repeat: 'off', ...changes };
}

describe('a player as time passes', () => {
  it('moves on through its tracks', () => {
    expect(advance(playback(), NOW + 1_000)).toMatchObject({ index: 0, progressMs: 1_000, at: NOW + 1_000 });
    expect(advance(playback(), NOW + first.durationMs + 5)).toMatchObject({ index: 1, progressMs: 5 });
    const both = first.durationMs + second.durationMs;
    expect(currentTrack(advance(playback(), NOW + both))).toBe(third);
  });

  it('stops when the tracks have run out, unless they repeat', () => {
    const whole = first.durationMs + second.durationMs + third.durationMs;
    const ended = advance(playback(), NOW + whole);
    expect([currentTrack(ended), ended.playing]).toEqual([null, false]);
    expect(advance(playback({ repeat: 'context' }), NOW + whole + 7)).toMatchObject({ index: 0, progressMs: 7 });
    expect(advance(playback({ repeat: 'track' }), NOW + whole)).toMatchObject({ index: 0, playing: true });
  });

  it('stands still while it is paused, or when the clock goes back', () => {
    const paused = playback({ playing: false, progressMs: 9 });
    expect(advance(paused, NOW + 99_999)).toEqual(paused);
    expect(advance(playback({ progressMs: 9 }), NOW - 99_999)).toMatchObject({ progressMs: 9 });
  });

  it('plays what was queued by hand first, and finds its way back', () => {
    const queued = skipToNext(playback({ queued: [third] }));
    expect([currentTrack(queued), upcomingTracks(queued)]).toEqual([third, [second, third]]);
    expect(currentTrack(skipToPrevious(queued))).toBe(first);
    expect(skipToPrevious(playback({ progressMs: 500 }))).toMatchObject({ index: 0, progressMs: 0 });
  });
});

describe('Players', () => {
  const play = entryAt(listening.feedAt(mira, NOW, 1), 0);
  const middle = Math.floor((play.startedAt + play.endedAt) / 2);

  it('follow what their listeners play until an app takes over', () => {
    const players = new Players(listening);
    const following = players.current(mira, middle);
    expect(following && currentTrack(following)).toBe(play.track);
    players.take(mira, playback({ at: middle }));
    expect(players.current(mira, middle + 10)).toMatchObject({ tracks, progressMs: 10 });
    players.reset();
    expect(players.current(mira, middle)).toEqual(following);
  });

  it('forget a pause after half an hour', () => {
    const players = new Players(listening);
    players.take(mira, playback({ playing: false, at: NOW }));
    expect(players.current(mira, NOW + 29 * 60_000)).toMatchObject({ playing: false, tracks });
    expect(players.current(mira, NOW + 31 * 60_000)).toEqual(playbackFromHistory(listening, mira, NOW + 31 * 60_000));
  });
});
