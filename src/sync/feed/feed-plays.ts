import { normaliseName } from '../../common/text';
import type { ReportedPlay } from '../../history/matching/reported-play';
import type { PlatformPlay } from '../../platform/answers/play';

/** A play of the feed as the history takes it. How long it was listened to the feed does not tell. */
export function toReportedPlay({ track, playedAt, contextType, contextUri }: PlatformPlay): ReportedPlay {
  return {
    // Where the platform has played a track in another's place, the other is the one that was chosen.
    trackId: track.linkedFromId ?? track.platformId,
    trackName: normaliseName(track.name),
    artistName: normaliseName(track.artists[0]?.name ?? ''),
    albumName: normaliseName(track.album?.name ?? ''),
    playedAt: playedAt.getTime(),
    msPlayed: null,
    albumImageUrl: track.album?.imageUrl ?? '',
    durationMs: track.durationMs,
    contextType,
    contextUri,
  };
}
