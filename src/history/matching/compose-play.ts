import type { Types } from 'mongoose';
import { isNameId, nameId } from '../../catalogue/name-id';
import type { Play, PlayedTrack, ReportedNames } from '../play.schema';
import { type PlaySource, SOURCES_BY_EXACTNESS, SOURCES_BY_LENGTH } from '../play-source';
import type { RepeatedReport } from './distinct-reports';
import { msReportedIn, type ReportGroup, reportsIn } from './report-group';
import { nameKeysOf } from './track-forms';

/** What of a row follows from the reports of its play. */
export type ComposedPlay = Omit<Play, 'user_id' | 'source' | 'joined_by' | 'parted_by'>;

/**
 * The row that the reports of a play make. Of each thing the most exact source that knows it has the word; the ids under
 * which sources report a track go before those found by searching for its names, and these before ids made of names.
 *
 * @param id       of the row
 * @param playedAt the end of the play, ms since 1970
 */
export function composePlay(group: ReportGroup, id: Types.ObjectId, playedAt: number): ComposedPlay {
  const reports = reportsIn(group);
  const trackName = firstNamed(reports.map((report) => report.trackName));
  const artistName = firstNamed(reports.map((report) => report.artistName));
  const trackId = trackIdOf(group) ?? nameId(artistName, trackName);
  const ofTrack = [...reports.filter((report) => report.trackId === trackId), ...reports];
  const keys = nameKeysOf({ artistName, trackName });
  const play: ComposedPlay = {
    _id: id,
    track: {
      platform_id: trackId,
      name: trackName,
      artist_name: artistName,
      album_name: firstNamed(ofTrack.map((report) => report.albumName)),
      album_image_url: firstNamed(ofTrack.map((report) => report.albumImageUrl)),
      duration_ms: ofTrack.find(({ durationMs }) => durationMs > 0)?.durationMs ?? 0,
    },
    played_at: new Date(playedAt),
    ms_played: msPlayedOf(group),
    context_type: firstNamed(reports.map((report) => report.contextType)),
    context_uri: firstNamed(reports.map((report) => report.contextUri)),
    ...keys,
    seen: bySource(group, ([first]) => new Date(first.time)),
  };
  const [decisive] = SOURCES_BY_LENGTH.filter((source) => group[source] !== undefined);
  const notes: Pick<Play, 'reported_as' | 'reported_names' | 'reported_ms' | 'merged_from'> = {
    reported_as: bySource(group, (repeated) => otherId(repeated, trackId)),
    reported_names: bySource(group, (repeated) => otherNames(repeated, play.track)),
    reported_ms: bySource(group, (repeated, source) =>
      source === decisive ? undefined : (msReportedIn(repeated) ?? undefined),
    ),
    merged_from: bySource(group, (repeated) => otherRecord(repeated, id)),
  };
  return { ...play, ...withoutEmpty(notes) };
}

/** The id of a play's track, unless it is known by name alone. */
export function trackIdOf(group: ReportGroup): string | null {
  const reported = SOURCES_BY_EXACTNESS.map((source) => smallest((group[source] ?? []).map(({ trackId }) => trackId)));
  return reported.find((id) => id !== null) ?? smallest(reportsIn(group).map(({ resolvedId }) => resolvedId));
}

function msPlayedOf(group: ReportGroup): number | null {
  const known = SOURCES_BY_LENGTH.map((source) => msReportedIn(group[source]));
  return known.find((ms) => ms !== null) ?? null;
}

/** The id under which a source reported the track where it is not the row's own. */
function otherId(reports: RepeatedReport, own: string): string | undefined {
  const id = smallest(reports.map(({ trackId }) => trackId));
  if (id === own || (id === null && isNameId(own))) return undefined;
  const [{ artistName, trackName }] = reports;
  return id ?? nameId(artistName, trackName);
}

/** The record that brought a source's report, where the row was made for another one. */
function otherRecord(reports: RepeatedReport, rowId: Types.ObjectId): Types.ObjectId | undefined {
  const [first] = [...reports].sort((a, b) => a.index - b.index);
  return first === undefined || first.recordId.equals(rowId) ? undefined : first.recordId;
}

/** The names under which a source reported the track where they are not the row's own, to the letter. */
function otherNames(reports: RepeatedReport, { name, artist_name }: PlayedTrack): ReportedNames | undefined {
  const other = reports.find(({ trackName }) => trackName !== '');
  if (other === undefined || (other.trackName === name && other.artistName === artist_name)) return undefined;
  return { track: other.trackName, artist: other.artistName, album: other.albumName };
}

function bySource<T>(
  group: ReportGroup,
  valueOf: (reports: RepeatedReport, source: PlaySource) => T | undefined,
): Partial<Record<PlaySource, T>> {
  const values: Partial<Record<PlaySource, T>> = {};
  for (const source of SOURCES_BY_EXACTNESS) {
    const reports = group[source];
    const value = reports && valueOf(reports, source);
    if (value !== undefined) values[source] = value;
  }
  return values;
}

function withoutEmpty<T extends object>(notes: T): Partial<T> {
  const filled = Object.entries(notes).filter(([, value]) => Object.keys(value as object).length > 0);
  return Object.fromEntries(filled) as Partial<T>;
}

function firstNamed(names: readonly string[]): string {
  return names.find((name) => name !== '') ?? '';
}

function smallest(ids: readonly (string | null)[]): string | null {
  const [first] = ids.filter((id) => id !== null).sort();
  return first ?? null;
}
