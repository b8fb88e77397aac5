import { weekdayOf, type Day } from '../../common/days';
import { Recordings } from '../figures/recordings';
import { addTally, emptyTally, isBlank, type Tally } from '../figures/tally';
import { timeOf, type Play } from './play';
import type { DailyRollup, TrackPlays } from './rollup';

/** The plays of one calendar day, gathered one by one, oldest first. */
export class DayDraft {
  private readonly total = emptyTally();
  private readonly hours = new Map<number, Tally>();
  private readonly recordings = new Recordings();

  constructor(readonly day: Day) {}

  /** @param hour the play's hour on the user's clock */
  add(play: Play, hour: number): void {
    const tally = { plays: 1, ms: timeOf(play) };
    addTally(this.total, tally);
    let atHour = this.hours.get(hour);
    if (atHour === undefined) this.hours.set(hour, (atHour = emptyTally()));
    addTally(atHour, tally);
    const { platform_id: platformId, name, artist_name: artist, album_name: album } = play.track;
    this.recordings.add({ platformId, name, namedOn: this.day, artist, album, ...tally });
  }

  /** The roll-up of what was added. */
  finish(userId: string, timezone: string): DailyRollup {
    return {
      user_id: userId,
      date: this.day,
      day_of_week: weekdayOf(this.day),
      total_plays: this.total.plays,
      total_ms: this.total.ms,
      hourly: [...this.hours].sort(([a], [b]) => a - b).map(([hour, { plays, ms }]) => ({ hour, count: plays, ms })),
      artist_plays: this.playsByArtist(),
      album_plays: this.playsByAlbum(),
      track_plays: this.trackPlays(),
      timezone,
    };
  }

  private playsByArtist(): Map<string, number> {
    const byName = new Map<string, number>();
    for (const [name, { plays }] of this.recordings.artists) count(byName, name, plays);
    return byName;
  }

  private playsByAlbum(): Map<string, number> {
    const byName = new Map<string, number>();
    for (const { albums } of this.recordings.artists.values()) {
      for (const [name, { plays }] of albums) count(byName, name, plays);
    }
    return byName;
  }

  private trackPlays(): TrackPlays[] {
    return Array.from(this.recordings.each(), ({ platformId, name, artist, album, plays, ms }) => ({
      platform_id: platformId,
      name,
      artist_name: artist,
      album_name: album,
      count: plays,
      ms,
    }));
  }
}

function count(byName: Map<string, number>, name: string, plays: number): void {
  if (isBlank(name)) return;
  // A field name of a stored document cannot hold a NUL character.
  const key = name.replaceAll('\0', '');
  byName.set(key, (byName.get(key) ?? 0) + plays);
}
