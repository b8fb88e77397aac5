import type { MatchedPlays } from '../matching/matched-plays';
import { sourcesOf } from '../matching/report';
import type { Play } from '../play.schema';
import { settleAlteredRows } from './settle-altered-rows';

/** What is known of the track that some names turned out to mean. */
export interface FoundTrack {
  platformId: string;
  albumName: string;
  albumImageUrl: string;
  durationMs: number;
}

/**
 * Gives rows the id that their track has turned out to have. Where the history holds the same play under that id, by
 * the rules by which reports are matched, the two become one.
 *
 * @param nameRows rows of one track known by name alone
 * @param ownRows  rows under the track's id, whose times lie near theirs
 */
export function settleNameRows(nameRows: readonly Play[], ownRows: readonly Play[], found: FoundTrack): MatchedPlays {
  return settleAlteredRows(new Map(nameRows.map((row) => [withTrack(row, found), row])), ownRows);
}

function withTrack(row: Play, { platformId, albumName, albumImageUrl, durationMs }: FoundTrack): Play {
  const { track } = row;
  // All its sources know it by name, so that loading one of them again finds it by that.
  const byName = Object.fromEntries(sourcesOf(row).map((source) => [source, track.platform_id]));
  return Object.assign({}, row, {
    track: {
      ...track,
      platform_id: platformId,
      album_name: track.album_name || albumName,
      album_image_url: track.album_image_url || albumImageUrl,
      duration_ms: track.duration_ms || durationMs,
    },
    reported_as: { ...byName, ...row.reported_as },
  });
}
