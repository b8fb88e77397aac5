import type { Seen } from './lens';

/** A play as an export has it. */
export type ExportedPlay = Record<string, string | number | null>;

/** The plays through a lens, oldest first. */
export function oracleExport({ through, history }: Seen): ExportedPlay[] {
  const two = (number: number): string => String(number).padStart(2, '0');
  return through.map((play) => {
    const at = new Date(play.at).toISOString();
    return {
      played_at: at,
      local_at: `${play.day}T${two(play.hour)}:${two(play.minute)}:${at.slice(17, 23)}`,
      track_id: play.track,
      track_name: history.tracks.get(play.track)?.name ?? '',
      artist_id: history.artists.get(play.artist)?.id ?? '',
      artist_name: history.artists.get(play.artist)?.name ?? '',
      album_id: history.albums.get(play.album)?.id ?? '',
      album_name: history.albums.get(play.album)?.name ?? '',
      duration_ms: play.durationMs,
      ms_played: play.measured ? play.ms : null,
      counted_ms: play.ms,
      source: play.source,
      origin: play.origin,
      client: play.client,
      context_type: play.contextType,
      context_uri: play.context,
    };
  });
}
