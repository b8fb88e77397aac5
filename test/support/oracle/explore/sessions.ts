import type { SeenPlay } from './lens';

/** Plays in order, apart where the next starts more than the gap after the end of the one before. */
export function sessionsOf(plays: readonly SeenPlay[], gapMinutes = 20): SeenPlay[][] {
  const sessions: SeenPlay[][] = [];
  for (const play of plays) {
    const session = sessions.at(-1);
    const before = session?.at(-1);
    if (session !== undefined && before !== undefined && play.at - play.ms - before.at <= gapMinutes * 60_000)
      session.push(play);
    else sessions.push([play]);
  }
  return sessions;
}

export function lengthOf(session: readonly SeenPlay[]): number {
  return (session.at(-1)?.at ?? 0) - Math.min(...session.map(({ at, ms }) => at - ms));
}
