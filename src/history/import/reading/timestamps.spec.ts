import { parseAccountTime, parseExtendedTime } from './timestamps';

describe('parseExtendedTime', () => {
  it.each([
    ['2023-04-01T08:15:30Z', Date.UTC(2023, 3, 1, 8, 15, 30)],
    ['2023-04-01T08:15:30.250Z', Date.UTC(2023, 3, 1, 8, 15, 30, 250)],
    ['2024-02-29T23:59:59Z', Date.UTC(2024, 1, 29, 23, 59, 59)],
    ['0099-12-31T00:00:00Z', Date.parse('0099-12-31T00:00:00Z')],
  ])('reads %s', (text, instant) => {
    expect(parseExtendedTime(text)).toBe(instant);
  });

  it.each([
    '',
    'yesterday',
    '2023-04-01',
    '2023-04-01T08:15:30',
    '2023-04-01T08:15:30+02:00',
    '2023-04-01 08:15:30Z',
    ' 2023-04-01T08:15:30Z',
    '2023-02-29T08:15:30Z',
    '2023-04-31T08:15:30Z',
    '2023-13-01T08:15:30Z',
    '2023-00-01T08:15:30Z',
    '2023-04-00T08:15:30Z',
    '2023-04-01T24:00:00Z',
    '2023-04-01T08:60:00Z',
    '2023-04-01T08:15:60Z',
    '12023-04-01T08:15:30Z',
  ])('refuses "%s"', (text) => {
    expect(parseExtendedTime(text)).toBeNull();
  });
});

describe('parseAccountTime', () => {
  it.each([
    ['2023-04-01 08:15', Date.UTC(2023, 3, 1, 8, 15)],
    ['2023-04-01 08:15:30', Date.UTC(2023, 3, 1, 8, 15, 30)],
  ])('reads %s as UTC', (text, instant) => {
    expect(parseAccountTime(text)).toBe(instant);
  });

  it.each(['2023-04-01T08:15:30Z', '2023-04-01', '2023-02-29 08:15', '2023-04-01 24:00', '2023-04-01 8:15'])(
    'refuses "%s"',
    (text) => {
      expect(parseAccountTime(text)).toBeNull();
    },
  );
});
