import fc from 'fast-check';
import { FEED_LENGTH, judgeLook } from './feed-look';
import { MINUTE_MS } from '../../common/durations';

const at = (minute: number): Date => new Date(minute * MINUTE_MS);
const page = (plays: number, firstMinute: number): Date[] =>
  Array.from({ length: plays }, (_, index) => at(firstMinute + index));

const NOW = at(1_000_000);

/** In minutes. */
interface Expected {
  gap: [from: number, to: number] | null;
  intervalMs: number;
  last: number | null;
}

describe('judgeLook', () => {
  it.each([
    ['the first look, a full page', 50, 100, null, null, { gap: null, intervalMs: 15, last: 149 }],
    ['no play at all', 0, 0, null, null, { gap: null, intervalMs: 15, last: null }],
    ['nothing new', 0, 0, 90, 15, { gap: null, intervalMs: 15, last: 90 }],
    ['some new plays', 12, 100, 90, 15, { gap: null, intervalMs: 15, last: 111 }],
    ['a full page', 50, 100, 90, 15, { gap: [90, 100], intervalMs: 7.5, last: 149 }],
    ['a full page again', 50, 100, 90, 7.5, { gap: [90, 100], intervalMs: 5, last: 149 }],
    ['one more full page', 50, 100, 90, 5, { gap: [90, 100], intervalMs: 5, last: 149 }],
    ['a page that is not full', 49, 100, 90, 5, { gap: null, intervalMs: 15, last: 148 }],
    ['a full page with the last known play', 50, 90, 90, 7.5, { gap: null, intervalMs: 15, last: 139 }],
  ] as [string, number, number, number | null, number | null, Expected][])(
    '%s',
    (_, plays, firstMinute, lastMinute, interval, expected) => {
      const look = judgeLook(
        plays,
        page(plays, firstMinute),
        {
          lastPlayedAt: lastMinute === null ? null : at(lastMinute),
          intervalMs: interval === null ? null : interval * MINUTE_MS,
        },
        NOW,
      );
      expect(look).toEqual({
        gap: expected.gap && { from: at(expected.gap[0]), to: at(expected.gap[1]) },
        intervalMs: expected.intervalMs * MINUTE_MS,
        lastPlayedAt: expected.last === null ? null : at(expected.last),
      });
    },
  );

  it('counts entries that are no plays towards a full page', () => {
    expect(judgeLook(FEED_LENGTH, page(48, 100), { lastPlayedAt: at(1), intervalMs: null }, NOW).gap).not.toBeNull();
  });

  it('is not blinded by a last known play that lies in the future', () => {
    const blinded = judgeLook(FEED_LENGTH, page(50, 100), { lastPlayedAt: at(10_000), intervalMs: null }, at(150));
    expect(blinded).toMatchObject({ gap: null, lastPlayedAt: at(149) });
    const next = judgeLook(FEED_LENGTH, page(50, 200), blinded, at(250));
    expect(next).toMatchObject({ gap: { from: at(149), to: at(200) }, lastPlayedAt: at(249) });
  });

  it('never moves the cursor back, and waits for 5 to 15 minutes', () => {
    const instant = fc.date({ min: at(0), max: at(1_000_000), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 50 }), fc.option(instant), fc.nat(50), (plays, last, received) => {
        const look = judgeLook(received, plays, { lastPlayedAt: last, intervalMs: null }, NOW);
        for (const known of [...plays, ...(last === null ? [] : [last])])
          expect(look.lastPlayedAt?.getTime()).toBeGreaterThanOrEqual(known.getTime());
        expect(look.intervalMs).toBeGreaterThanOrEqual(5 * MINUTE_MS);
        expect(look.intervalMs).toBeLessThanOrEqual(15 * MINUTE_MS);
      }),
    );
  });
});
