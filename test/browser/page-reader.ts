import type { Page } from 'playwright-core';

export interface RankedName {
  name: string;
  /** Empty in the list of artists. */
  artist: string;
  plays: number;
}

/** The figures that the page shows. */
export interface ShownFigures {
  plays: number;
  hours: number;
  tracks: number;
  artists: number;
  albums: number;
  streak: number;
  topArtists: RankedName[];
  topTracks: RankedName[];
  topAlbums: RankedName[];
  /** Plays of each hour of the day, as the table beside the bars has them. */
  byHour: number[];
}

/** Reads what a person would, out of the page. */
export async function readFigures(page: Page): Promise<ShownFigures> {
  return {
    plays: await headline(page, 'plays'),
    hours: await headline(page, 'hours'),
    tracks: await headline(page, 'tracks'),
    artists: await headline(page, 'artists'),
    albums: await headline(page, 'albums'),
    streak: await headline(page, 'streak'),
    topArtists: await ranking(page, 'top-artists'),
    topTracks: await ranking(page, 'top-tracks'),
    topAlbums: await ranking(page, 'top-albums'),
    byHour: (await page.locator('#by-hour td').allTextContents()).map(numberIn),
  };
}

/** A number as the page writes it in English: "1,204.5". */
function numberIn(text: string): number {
  const [digits = ''] = /[\d,.]+/.exec(text) ?? [];
  return Number(digits.replaceAll(',', ''));
}

async function headline(page: Page, id: string): Promise<number> {
  return numberIn((await page.locator(`#${id}`).textContent()) ?? '');
}

async function ranking(page: Page, id: string): Promise<RankedName[]> {
  const rows = await page.locator(`#${id} > li`).all();
  return Promise.all(
    rows.map(async (row) => ({
      name: (await row.locator('.title').textContent()) ?? '',
      artist: (await row.locator('small').allTextContents()).join(''),
      plays: numberIn((await row.locator('data').textContent()) ?? ''),
    })),
  );
}
