import { restAfter, type TurnReport } from './rest';

const NOW = Date.UTC(2025, 5, 1);
const DONE = { answered: 50, failed: false };
const FAILED = { answered: 0, failed: true };

const dueIn = (ms: number): Date => new Date(NOW + ms);
const rest = (report: Partial<TurnReport>) => restAfter({ slices: [DONE], dueAt: [null], tookMs: 300, ...report }, NOW);

describe('the rest after a turn', () => {
  it.each<[string, Partial<TurnReport>, number, boolean]>([
    ['is as long as the turn while there is more to do', { dueAt: [null, dueIn(-5)] }, 300, false],
    ['is never nothing at all', { dueAt: [dueIn(0)], tookMs: 0 }, 100, false],
    ['lasts until something is due', { dueAt: [dueIn(20_000), dueIn(7_000)] }, 7_000, false],
    ['is a minute when nothing is due for longer', { dueAt: [dueIn(86_400_000)] }, 60_000, true],
    ['is a minute when nothing will ever be due', { dueAt: [] }, 60_000, true],
    ['is a minute at most', { dueAt: [dueIn(0)], tookMs: 600_000 }, 60_000, false],
    ['is longer when the platform has trouble', { slices: [FAILED], dueAt: [dueIn(0)] }, 5_000, false],
    ['is not, when others were answered', { slices: [FAILED, DONE], dueAt: [dueIn(0)] }, 300, false],
  ])('%s', (_, report, ms, isIdle) => {
    expect(rest(report)).toEqual({ ms, isIdle });
  });
});
