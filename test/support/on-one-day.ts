import { wallClock } from './oracle/local-time';

/**
 * What is told on one day of the zone, and a time of that day. Figures end with the day on which they are asked for, so
 * that they are asked for again where midnight came between.
 */
export async function onOneDay<Told>(zone: string, ask: () => Promise<Told>): Promise<{ told: Told; at: Date }> {
  const read = wallClock(zone);
  for (;;) {
    const at = new Date();
    const told = await ask();
    if (read(Date.now()).day === read(at.getTime()).day) return { told, at };
  }
}
