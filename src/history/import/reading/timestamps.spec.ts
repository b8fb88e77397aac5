import fc from 'fast-check';
import { parseTime } from './timestamps';

describe('parseTime', () => {
  it.each([
    ['2023-04-01T08:15:30Z', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01T08:15:30.250Z', Date.UTC(2023, 3, 1, 8, 15, 30, 250)],
    ['2024-02-29T23:59:59Z', Date.UTC(2024, 1, 29, 23, 59, 59)],
    ['0099-12-31T00:00:00Z', Date.parse('0099-12-31T00:00:00Z')],
    ['2023-04-01T08:15:30+00:00', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01T08:15:30-00:00', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01T00:15:30+02:00', Date.UTC(2023, 2, 31, 22, 15, 30)],
    ['2023-04-01T08:15:30-09:30', Date.UTC(2023, 3, 1, 17, 45, 30)],
    ['2023-04-01T08:15:30+0545', Date.UTC(2023, 3, 1, 2, 30, 30)],
    ['2023-04-01T08:15:30+14:00', Date.UTC(2023, 2, 31, 18, 15, 30)],
    ['2023-04-01T08:15:30-12:00', Date.UTC(2023, 3, 1, 20, 15, 30)],
    ['2023-04-01 08:15:30 UTC', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01 08:15:30', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01T08:15:30', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01 08:15', Date.UTC(2023, 3, 1, 8, 15)],
    ['2023-04-01T08:15:30.999999+00:00', Date.UTC(2023, 3, 1, 8, 15, 30, 999)],
    ['2023-04-01 08:15:30.5', Date.UTC(2023, 3, 1, 8, 15, 30, 500)],
    ['2023-04-01T08:15:30,5Z', Date.UTC(2023, 3, 1, 8, 15, 30, 500)],
    ['2023-04-01T08:15:30,999999+0200', Date.UTC(2023, 3, 1, 6, 15, 30, 999)],
    ['2023-04-01 08:15:30,25', Date.UTC(2023, 3, 1, 8, 15, 30, 250)],
    ['2023-04-01T08:15:30+02', Date.UTC(2023, 3, 1, 6, 15, 30)],
    ['2023-04-01T08:15:30-00', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01T08:15-12', Date.UTC(2023, 3, 1, 20, 15)],
    ['2023-04-01t08:15:30z', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01T08:15:30.5z', Date.UTC(2023, 3, 1, 8, 15, 30, 500)],
  ])('reads %s', (text, instant) => {
    expect(parseTime(text)).toBe(instant);
  });

  it.each([
    '',
    'yesterday',
    '2023-04-01',
    '2023-04-01T08',
    ' 2023-04-01T08:15:30Z',
    '2023-04-01T08:15:30Z ',
    '2023-04-01 8:15',
    '2023-02-29T08:15:30Z',
    '2023-02-30T08:15:30+01:00',
    '2023-04-31 08:15:30 UTC',
    '2023-13-01T08:15:30Z',
    '2023-00-01T08:15:30Z',
    '2023-04-00T08:15:30Z',
    '2023-04-01T24:00:00Z',
    '2023-04-01T25:00:00+02:00',
    '2023-04-01T08:60:00Z',
    '2023-04-01T08:15:60Z',
    '2023-04-01T08:15:30+99:00',
    '2023-04-01T08:15:30+15',
    '2023-04-01T08:15:30-13',
    '2023-04-01T08:15:30+2',
    '2023-04-01T08:15:30+02:',
    '2023-04-01T08:15:30+020',
    '2023-04-01T08:15:30,',
    '2023-04-01T08:15:30,Z',
    '2023-04-01T08:15:30;5Z',
    '2023-04-01T08:15:30+14:01',
    '2023-04-01T08:15:30-12:30',
    '2023-04-01T08:15:30+02:60',
    '2023-04-01T08:15:30 CET',
    '12023-04-01T08:15:30Z',
  ])('refuses "%s"', (text) => {
    expect(parseTime(text)).toBeNull();
  });

  it('reads one instant the same in every spelling', () => {
    const instant = fc.integer({ min: Date.UTC(2002, 9, 1), max: Date.UTC(2040, 0, 1) });
    const offset = fc.integer({ min: -12 * 60, max: 14 * 60 });
    const blank = fc.constantFrom('T', 't', ' ');
    const point = fc.constantFrom('.', ',');
    fc.assert(
      fc.property(instant, offset, blank, point, fc.constantFrom(':', ''), (ms, minutes, letter, mark, colon) => {
        const spelt = (time: number): string =>
          new Date(time).toISOString().slice(0, -1).replace('T', letter).replace('.', mark);
        const away = Math.abs(minutes);
        const [hh = '', mm = ''] = [Math.floor(away / 60), away % 60].map((part) => String(part).padStart(2, '0'));
        const ahead = `${spelt(ms + minutes * 60_000)}${minutes < 0 ? '-' : '+'}${hh}`;
        expect(parseTime(`${ahead}${colon}${mm}`)).toBe(ms);
        if (mm === '00') expect(parseTime(ahead)).toBe(ms);
        for (const zone of ['Z', 'z', ' UTC', '']) expect(parseTime(spelt(ms) + zone)).toBe(ms);
      }),
    );
  });
});
