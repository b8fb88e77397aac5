import type { Types } from 'mongoose';
import { matchPlays } from '../matching/match-plays';
import type { ReportedPlay } from '../matching/reported-play';
import type { TrackForms } from '../matching/track-forms';
import type { Play } from '../play.schema';

/** What is known of the track that some names turned out to mean. */
export interface FoundTrack {
  platformId: string;
  albumName: string;
  albumImageUrl: string;
  durationMs: number;
}

export interface RowChange {
  _id: Types.ObjectId;
  fields: Partial<Play>;
}

/** What becomes of rows whose track was known by name alone. */
export interface SettledRows {
  /** What of which rows is to be written. */
  changes: RowChange[];
  /** Rows to be deleted, because others tell the same plays. */
  superseded: Types.ObjectId[];
}

/**
 * Gives rows the id that their track has turned out to have. Where the history holds the same play under that id, by
 * the rules by which reports are matched, the two become one.
 *
 * @param nameRows rows of one track known by name alone; only account data brings such rows
 * @param ownRows  rows under the track's id, whose times lie near theirs; those that change are changed in place
 */
export function settleNameRows(
  nameRows: readonly Play[],
  ownRows: readonly Play[],
  found: FoundTrack,
  forms: TrackForms,
): SettledRows {
  const told = nameRows.filter((row) => ownRows.some((own) => tellsTheSame(own, row)));
  const open = nameRows.filter((row) => !told.includes(row));
  const matched = matchPlays(
    ownRows,
    {
      userId: open[0]?.user_id ?? '',
      source: 'account',
      plays: open.map((row) => reportOf(row, found)),
      recordId: (index) => rowAt(open, index)._id,
    },
    forms,
  );
  const merged = matched.changed.map(({ row, index }) => {
    const { track, played_at, ms_played, context_type, context_uri, seen, merged_from } = row;
    const fields = { track, played_at, ms_played, context_type, context_uri, seen, merged_from };
    return {
      _id: row._id,
      fields: { ...fields, reported_as: reportedByName(row, rowAt(open, index).track.platform_id) },
    };
  });
  const kept = matched.added.map(({ row: { _id, track }, index }) => ({
    _id,
    fields: { track, reported_as: reportedByName(rowAt(open, index), rowAt(open, index).track.platform_id) },
  }));
  const gone = open.filter((row, index) => {
    if (matched.outcomes[index] === 'duplicate')
      return ownRows.some((own) => own.seen.account?.getTime() === timeOf(row));
    return matched.outcomes[index] === 'merged';
  });
  return { changes: [...merged, ...kept], superseded: [...told, ...gone].map(({ _id }) => _id) };
}

/** A former attempt that broke off may have merged a row already. */
function tellsTheSame(own: Play, row: Play): boolean {
  const { account } = own.seen;
  return account?.getTime() === timeOf(row) && own.reported_as?.account === row.track.platform_id;
}

function reportOf(row: Play, { platformId, albumName, albumImageUrl, durationMs }: FoundTrack): ReportedPlay {
  return {
    trackId: platformId,
    trackName: row.track.name,
    artistName: row.track.artist_name,
    albumName: row.track.album_name || albumName,
    albumImageUrl: row.track.album_image_url || albumImageUrl,
    durationMs: row.track.duration_ms || durationMs,
    playedAt: timeOf(row),
    msPlayed: row.ms_played,
    contextType: row.context_type,
    contextUri: row.context_uri,
  };
}

/** Loading the file again finds its play by the id made of names. */
function reportedByName(row: Play, nameId: string): Play['reported_as'] {
  return { ...row.reported_as, account: nameId };
}

function timeOf({ seen, played_at }: Play): number {
  return (seen.account ?? played_at).getTime();
}

function rowAt(rows: readonly Play[], index: number): Play {
  const row = rows[index];
  if (row === undefined) throw new RangeError(`There is no row ${index}`);
  return row;
}
