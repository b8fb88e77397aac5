import type { PlayedItem } from '../platform/answers/played-item';
import { toQueueResponse } from './player.dto';

const item = (name: string): PlayedItem => ({
  platformId: name,
  name,
  artistName: '',
  collectionName: '',
  imageUrl: '',
  durationMs: 0,
});

describe('the queue', () => {
  it.each([
    [0, 0],
    [20, 20],
    [21, 20],
  ])('of %d items shows the first %d', (length, shown) => {
    const next = Array.from({ length }, (_, index) => item(`item ${index}`));
    const { queue } = toQueueResponse({ current: null, next });
    expect(queue.map(({ name }) => name)).toEqual(next.slice(0, shown).map(({ name }) => name));
  });
});
