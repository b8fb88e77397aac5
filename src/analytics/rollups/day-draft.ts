import { weekdayOf, type Day } from '../../common/days';
import { SECOND_MS } from '../../common/durations';
import { matchKey } from '../../common/text';
import { isNewerSpelling, Recordings } from '../figures/recordings';
import { secondsOf } from '../figures/seconds';
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
    this.recordings.albumOf(artist_name, album_name).add(platform_id, name, secondsOf(play.played_at), 1, ms);
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
    const [artists, albums] = [new PlaysByName(), new PlaysByName()];
    const track_plays: TrackPlays[] = [];
    for (const [artist_name, ofArtist] of this.recordings.artists) {
      for (const [album_name, tracks] of ofArtist) {
        let [sum, newest] = [0, 0];
        for (const [platform_id, { name, plays, ms, playedAt }] of tracks.byId) {
          sum += plays;
          newest = Math.max(newest, playedAt);
          const last_played_at = new Date(playedAt * SECOND_MS);
          track_plays.push({ platform_id, name, artist_name, album_name, count: plays, ms, last_played_at });
        }
        artists.add(artist_name, sum, newest);
        albums.add(album_name, sum, newest);
      }
    }
    return { artist_plays: artists.all(), album_plays: albums.all(), track_plays };
  }
}

/** Plays by name, all spellings of one under the newest of them. */
class PlaysByName {
  private readonly byKey = new Map<string, { name: string; namedAt: number; plays: number }>();

  /** @param newest when the newest of the plays ended, seconds since 1970 */
  add(name: string, plays: number, newest: number): void {
    const key = matchKey(name);
    if (key === '') return;
    const named = this.byKey.get(key);
    if (named === undefined) {
      this.byKey.set(key, { name, namedAt: newest, plays });
      return;
    }
    named.plays += plays;
    if (!isNewerSpelling(name, newest, named)) return;
    named.name = name;
    named.namedAt = newest;
  }

  all(): Map<string, number> {
    // A field name of a stored document cannot hold a NUL character.
    return new Map(Array.from(this.byKey.values(), ({ name, plays }) => [name.replaceAll('\0', ''), plays]));
  }
}
