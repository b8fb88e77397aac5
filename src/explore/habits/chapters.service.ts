import { Injectable } from '@nestjs/common';
import { addDays, type Day } from '../../common/days';
import { type Counts, countsOf } from '../counts';
import { Explorer, type LensReader } from '../explorer.service';
import { ItemImages } from '../item-images.service';
import { daysOf } from '../lens/lens-days';
import { toLensResponse } from '../lens/lens.dto';
import { rounded, shareOf } from '../rounding';
import type { ItemRow } from '../sql/items';
import { changePoints, type Week } from './change-points';
import type { ChapterResponse, ChaptersResponse } from './chapters.dto';
import { CHAPTER_SUMS, chapterArtists, MOST_ARTISTS, weeklySums } from './chapters.sql';
import type { ChaptersQuery } from './habits.query';

interface Chapter {
  first: Day;
  last: Day;
  distance: number | null;
}

interface SumsOfChapter extends Counts {
  /** 1 is the first. */
  chapter: number;
}

interface ArtistOfChapter extends ItemRow, SumsOfChapter {
  place: number;
  /** Null if it was played before. */
  place_of_new: number | null;
}

interface Found {
  chapters: Chapter[];
  sums: SumsOfChapter[];
  artists: ArtistOfChapter[];
}

const NOTHING: Found = { chapters: [], sums: [], artists: [] };

/** Chapters: times between which the artists changed. */
@Injectable()
export class ChaptersService {
  constructor(
    private readonly explorer: Explorer,
    private readonly images: ItemImages,
  ) {}

  async chapters(userId: string, query: ChaptersQuery): Promise<ChaptersResponse> {
    const { threshold } = query;
    const { lens, found } = await this.explorer.read(userId, query, async (reader) => ({
      lens: reader.lens,
      found: await readChapters(reader, threshold),
    }));
    return { lens: toLensResponse(lens), threshold, items: await this.toChapters(found, lens.measure) };
  }

  private async toChapters({ chapters, sums, artists }: Found, measure: 'plays' | 'ms'): Promise<ChapterResponse[]> {
    const items = Array.from(await this.images.countedItems('artists', artists), ([row, item]) => ({ row, item }));
    const whole = sums.reduce((sum, counts) => sum + counts[measure], 0);
    return chapters.map(({ first, last, distance }, index) => {
      const own = items.filter(({ row }) => row.chapter === index + 1);
      return {
        first_day: first,
        last_day: last,
        ...countsOf(sums.find(({ chapter }) => chapter === index + 1) ?? { plays: 0, ms: 0 }),
        distance: distance === null ? null : rounded(distance, 4),
        top_artists: own
          .filter(({ row }) => row.place <= MOST_ARTISTS)
          .map(({ row, item }) => ({ ...item, share: shareOf(row[measure], whole) })),
        new_artists: own
          .filter(({ row }) => row.place_of_new !== null && row.place_of_new <= MOST_ARTISTS)
          .map(({ item }) => item),
      };
    });
  }
}

async function readChapters(reader: LensReader, threshold: number): Promise<Found> {
  const { lens, rows } = reader;
  const days = await daysOf(reader);
  if (days === null) return NOTHING;
  const range = { first: days.first, last: days.last };
  const weeks = await rows<Week & Record<string, unknown>>(weeklySums(lens.measure), range);
  if (weeks.length === 0) return NOTHING;
  const points = changePoints(weeks, days, threshold);
  const chapters = [{ monday: days.first, distance: null }, ...points].map(({ monday, distance }, index) => {
    const next = points[index]?.monday;
    return { first: monday, last: next === undefined ? days.last : addDays(next, -1), distance };
  });
  const parameters = { ...range, starts: JSON.stringify(chapters.map(({ first }) => first)) };
  return {
    chapters,
    sums: await rows<SumsOfChapter>(CHAPTER_SUMS, parameters),
    artists: await rows<ArtistOfChapter>(chapterArtists(lens.measure), parameters),
  };
}
