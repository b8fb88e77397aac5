import type { EpisodePlay, MusicPlay } from '../listeners/listener.types';

/** A play as the account-data history tells it: end of play to the minute UTC, and names without ids. */
export function toAccountMusicRecord({ endedAt, msPlayed, track }: MusicPlay): Record<string, unknown> {
  return { endTime: toMinute(endedAt), artistName: track.artists[0]?.name ?? '', trackName: track.name, msPlayed };
}

/** A podcast episode as the account-data history tells it. */
export function toAccountPodcastRecord({ endedAt, msPlayed, show, episode }: EpisodePlay): Record<string, unknown> {
  return { endTime: toMinute(endedAt), podcastName: show.name, episodeName: episode.name, msPlayed };
}

function toMinute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
