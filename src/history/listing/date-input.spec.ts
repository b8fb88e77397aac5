import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { endBound, QueryDate, startBound } from './date-input';

class Query {
  @QueryDate()
  date?: string;
}

const isValid = (date: unknown): boolean => validateSync(plainToInstance(Query, { date })).length === 0;

describe('a date of the query string', () => {
  it.each([
    '2024-05-01',
    '2024-02-29',
    '2024-05-01T18:30',
    '2024-05-01T18:30:00Z',
    '2024-05-01t18:30:00z',
    '2024-05-01 18:30:00.123456Z',
    '2024-05-01T18:30:00+02:00',
    '2024-05-01T18:30:00 02:00',
    '2024-05-01T18:30:00-0330',
    undefined,
  ])('may be %p', (text) => {
    expect(isValid(text)).toBe(true);
  });

  it.each([
    '',
    'yesterday',
    '2024-02-30',
    '2023-02-29T10:00:00Z',
    '2024-13-01',
    '2024-5-1',
    '2024-05',
    '20240501',
    '2024-05-01T25:00:00Z',
    '2024-05-01T18:30:00+2',
    '2024-05-01T18:30:00+99:00',
    '1714586400',
    ['2024-05-01', '2024-05-02'],
  ])('may not be %p', (text) => {
    expect(isValid(text)).toBe(false);
  });

  it.each([
    ['2024-05-01', 'UTC', '2024-05-01T00:00:00.000Z', { $lt: new Date('2024-05-02T00:00:00Z') }],
    ['2024-05-01', 'America/New_York', '2024-05-01T04:00:00.000Z', { $lt: new Date('2024-05-02T04:00:00Z') }],
    ['2024-05-01T18:30', 'America/New_York', '2024-05-01T18:30:00.000Z', { $lte: new Date('2024-05-01T18:30:00Z') }],
    ['2024-05-01T18:30:15.5+02:00', 'UTC', '2024-05-01T16:30:15.500Z', { $lte: new Date('2024-05-01T16:30:15.5Z') }],
    ['2024-05-01T18:30:00 0530', 'UTC', '2024-05-01T13:00:00.000Z', { $lte: new Date('2024-05-01T13:00:00Z') }],
    ['2024-05-01T18:30:00-03', 'UTC', '2024-05-01T21:30:00.000Z', { $lte: new Date('2024-05-01T21:30:00Z') }],
  ])('%s in %s', (text, zone, start, end) => {
    expect(startBound(text, zone)).toEqual({ $gte: new Date(start) });
    expect(endBound(text, zone)).toEqual(end);
  });
});
