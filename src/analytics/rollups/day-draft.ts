import { weekdayOf, type Day } from '../../common/days';
import { isBlank } from '../../common/text';
import { Recordings } from '../figures/recordings';
import { emptyTally, type Tally } from '../figures/tally';
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
    const ms = timeOf(play);
    this.total.plays += 1;
    this.total.ms += ms;
    let atHour = this.hours.get(hour);
    if (atHour === undefined) this.hours.set(hour, (atHour = emptyTally()));
    atHour.plays += 1;
    atHour.ms += ms;
    const { platform_id, name, artist_name, album_name } = play.track;
    this.recordings.albumOf(artist_name, album_name).add(platform_id, name, this.day, 1, ms);
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
      ...this.playsByName(),
      timezone,
    };
  }

  private playsByName(): Pick<DailyRollup, 'artist_plays' | 'album_plays' | 'track_plays'> {
    const artist_plays = new Map<string, number>();
    const album_plays = new Map<string, number>();
    const track_plays: TrackPlays[] = [];
    for (const [artist_name, albums] of this.recordings.artists) {
      for (const [album_name, tracks] of albums) {
        for (const [platform_id, { name, plays, ms }] of tracks.byId) {
          count(artist_plays, artist_name, plays);
          count(album_plays, album_name, plays);
          track_plays.push({ platform_id, name, artist_name, album_name, count: plays, ms });
        }
      }
    }
    return { artist_plays, album_plays, track_plays };
  }
}

function count(byName: Map<string, number>, name: string, plays: number): void {
  if (isBlank(name)) return;
  // A field name of a stored document cannot hold a NUL character.
  const key = name.replaceAll('\0', '');
  byName.set(key, (byName.get(key) ?? 0) + plays);
}
