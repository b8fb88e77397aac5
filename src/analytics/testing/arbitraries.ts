import fc from 'fast-check';
import type { Play } from '../rollups/play';

/** Names that trip up maps, stored field names and sorting, among ordinary ones. */
export const NAMES = [
  'Ada',
  'ADA',
  ' A\u200cda',
  'will.i.am',
  '$uicideboy$',
  '__proto__',
  'constructor',
  'Björk',
  '東京事変',
  '2814',
  'a\nb',
];

export const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

export const zones = fc.constantFrom(...ZONES);

/** One play within a few years, of a small catalogue, so that things are played again. */
export const plays: fc.Arbitrary<Play> = fc.record({
  track: fc.record({
    platform_id: fc.integer({ min: 1, max: 9 }).map((number) => `track-${number}`),
    name: fc.constantFrom(...NAMES, ''),
    artist_name: fc.constantFrom(...NAMES, '', ' '),
    album_name: fc.constantFrom(...NAMES, '', ' '),
    duration_ms: fc.option(fc.integer({ min: 0, max: 400_000 }), { nil: undefined }),
  }),
  played_at: fc.date({ min: new Date('2009-10-01'), max: new Date('2011-03-01'), noInvalidDate: true }),
  ms_played: fc.option(fc.integer({ min: 1, max: 400_000 }), { nil: null }),
});

/** A user's plays, oldest first. */
export const histories = fc
  .array(plays, { maxLength: 120 })
  .map((unordered) => unordered.sort((a, b) => a.played_at.getTime() - b.played_at.getTime()));
