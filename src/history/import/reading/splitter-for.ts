import { ArraySplitter } from './array-splitter';
import { LineSplitter } from './line-splitter';
import { FILE_START, type Layout, type Place, type Splitter } from './split-record';

/** @param from a place that such a splitter has given out, or the beginning */
export function splitterFor(layout: Layout, from: Place = FILE_START): Splitter {
  return layout === 'lines' ? new LineSplitter(from) : new ArraySplitter(from);
}
