import fc from 'fast-check';
import { IANAZone } from 'luxon';
import {
  addDays,
  dayOf,
  daysBetween,
  eachDay,
  endOfDay,
  isDay,
  isoWeekOf,
  canonicalZone,
  isValidZone,
  localTimeOf,
  startOfDay,
  weekdayOf,
} from './days';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Niue',
];
const zones = fc.constantFrom(...ZONES);
const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
const days = instants.map((instant) => instant.toISOString().slice(0, 10));

function wallClock(instant: Date, zone: string): { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  const [day = '', time = ''] = format.format(instant).split(' ');
  return { day, hour: Number(time.slice(0, 2)) };
}

describe('local time', () => {
  it('agrees with the runtime for any instant of any zone', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        expect(localTimeOf(instant, zone)).toEqual(wallClock(instant, zone));
      }),
    );
  });

  it.each([
    ['before the gap', '2024-03-31T00:59:59.999Z', 'Europe/Berlin', '2024-03-31', 1],
    ['after the gap', '2024-03-31T01:00:00.000Z', 'Europe/Berlin', '2024-03-31', 3],
    ['the hour that comes twice, first', '2024-10-27T00:30:00Z', 'Europe/Berlin', '2024-10-27', 2],
    ['the hour that comes twice, second', '2024-10-27T01:30:00Z', 'Europe/Berlin', '2024-10-27', 2],
    ['clocks that go back a minute after midnight', '2010-11-07T02:31:00Z', 'America/St_Johns', '2010-11-06', 23],
    ['the side of the date line that left a day out', '2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31', 0],
    ['fourteen hours ahead', '2024-01-01T10:00:00Z', 'Pacific/Kiritimati', '2024-01-02', 0],
  ])('%s', (_, instant, zone, day, hour) => {
    expect(localTimeOf(new Date(instant), zone)).toEqual({ day, hour });
  });

  it('asks the zone data for days, and not for each instant', () => {
    const asked = jest.spyOn(IANAZone.prototype, 'offset');
    const days = 1_000;
    for (let i = 0; i < 100 * days; i += 1) localTimeOf(new Date(2e12 + i * 864_000), 'Europe/Vilnius');
    // Both ends of a day, and a search for each of the few changes.
    expect(asked.mock.calls.length).toBeGreaterThan(days);
    expect(asked.mock.calls.length).toBeLessThan(3 * days);
  });
});

describe('the edges of a day', () => {
  it.each([
    ['2024-05-01', 'UTC', '2024-05-01T00:00:00.000Z', '2024-05-02T00:00:00.000Z'],
    ['2024-03-31', 'Europe/Berlin', '2024-03-30T23:00:00.000Z', '2024-03-31T22:00:00.000Z'],
    ['2024-10-27', 'Europe/Berlin', '2024-10-26T22:00:00.000Z', '2024-10-27T23:00:00.000Z'],
    // Clocks went forward at midnight: the day starts at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // Clocks went back at midnight to 23:00 of the day before.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', '2018-02-18T03:00:00.000Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    // Clocks went back at 00:01 of the 7th: the 6th came back for 59 minutes.
    ['2010-11-06', 'America/St_Johns', '2010-11-06T02:30:00.000Z', '2010-11-07T03:30:00.000Z'],
    ['2010-11-07', 'America/St_Johns', '2010-11-07T02:30:00.000Z', '2010-11-08T03:30:00.000Z'],
  ])('of %s in %s', (day, zone, start, end) => {
    expect([startOfDay(day, zone).toISOString(), endOfDay(day, zone).toISOString()]).toEqual([start, end]);
  });

  it('enclose every instant of the day, and lie on it or beyond it', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const day = dayOf(instant, zone);
        const start = startOfDay(day, zone);
        const end = endOfDay(day, zone);
        expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(instant.getTime()).toBeLessThan(end.getTime());
        expect(dayOf(start, zone)).toBe(day);
        expect(dayOf(new Date(start.getTime() - 1), zone) < day).toBe(true);
        expect(dayOf(new Date(end.getTime() - 1), zone)).toBe(day);
        expect(dayOf(end, zone) > day).toBe(true);
      }),
    );
  });

  it('refuse what is not a day or not a zone', () => {
    expect(() => startOfDay('yesterday', 'UTC')).toThrow(RangeError);
    expect(() => endOfDay('yesterday', 'UTC')).toThrow(RangeError);
    expect(() => startOfDay('2024-01-01', 'Mars/Olympus')).toThrow('"Mars/Olympus" is not a time zone name.');
  });
});

describe('day arithmetic', () => {
  it('adds what it counts', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, distance) => {
        const other = addDays(day, distance);
        expect(daysBetween(day, other)).toBe(distance);
        expect(other > day).toBe(distance > 0);
        expect(weekdayOf(other)).toBe((((weekdayOf(day) + distance) % 7) + 7) % 7);
      }),
    );
  });

  it.each([
    ['2024-05-20', 0],
    ['2024-05-26', 6],
    ['1970-01-01', 3],
    ['1969-12-28', 6],
  ])('%s has weekday %i', (day, weekday) => {
    expect(weekdayOf(day)).toBe(weekday);
  });

  it('lists days', () => {
    expect(eachDay('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(eachDay('2024-03-02', '2024-03-01')).toEqual([]);
  });

  it.each([
    ['2024-12-29', '2024-W52'],
    ['2024-12-30', '2025-W01'],
    ['2021-01-03', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2016-01-03', '2015-W53'],
    ['2024-05-20', '2024-W21'],
  ])('%s lies in ISO week %s', (day, week) => {
    expect(isoWeekOf(day)).toBe(week);
  });

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-13-01', false],
    ['2024-1-1', false],
    ['', false],
  ])('%p is a day: %p', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });

  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['+05:30', false],
    ['Europe/Nowhere', false],
    ['', false],
  ])('%p is a zone: %p', (name, expected) => {
    expect(isValidZone(name)).toBe(expected);
  });

  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    ['america/port_of_spain', 'America/Port_of_Spain'],
    ['utc', 'UTC'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    // Second names of zones.
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['US/Pacific', 'US/Pacific'],
    ['Etc/UTC', 'Etc/UTC'],
    ['EST5EDT', 'EST5EDT'],
    ['us/pacific', 'America/Los_Angeles'],
    ['US/PACIFIC', 'America/Los_Angeles'],
  ])('the zone %p is written %p', (name, written) => {
    expect(canonicalZone(name)).toBe(written);
  });

  it('keeps each name that the runtime lists', () => {
    const names = Intl.supportedValuesOf('timeZone');
    expect(names.map(canonicalZone)).toEqual(names);
  });
});
