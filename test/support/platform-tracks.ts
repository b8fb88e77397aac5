import type { ReportedPlay } from '../../src/history/matching/reported-play';
import type { PlatformTrack } from '../../src/platform/answers/track';

/** The platform's id of something of this name: always the same. */
export function idOf(kind: string, name: string): string {
  return Buffer.from(`${kind} ${name}`).toString('hex').padEnd(22, '0').slice(-22);
}

/** What the platform tells of the track that a play names, which is by its primary artist alone unless others are given. */
export function platformTrack(play: ReportedPlay, told: Partial<PlatformTrack> = {}): PlatformTrack {
  const { trackId, trackName, artistName, albumName } = play;
  return {
    platformId: trackId ?? '',
    linkedFromId: null,
    name: trackName,
    artists: [{ platformId: idOf('artist', artistName), name: artistName }],
    album: { platformId: idOf('album', `${artistName} ${albumName}`), name: albumName, imageUrl: '', releaseDate: '' },
    durationMs: 200_000,
    discNumber: 0,
    trackNumber: 0,
    popularity: 0,
    explicit: false,
    previewUrl: null,
    externalUrl: '',
    ...told,
  };
}
