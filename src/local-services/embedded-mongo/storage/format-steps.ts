import { RootDatabase } from 'lmdb';
import { decode } from '../bson/decode';
import { isDoc } from '../bson/value';
import { Collection, openTable } from './collection';
import { FormatStep } from './format';
import { isDistinct } from './index-keys';
import { parseIndexSpec } from './index-spec';

/**
 * What leads from each format to the next one.
 *
 * 1 to 2: keys of an index that has `_id` among its fields no longer end in the record key, which repeated it; and
 * collections may have a dictionary.
 */
export const FORMAT_STEPS: readonly FormatStep[] = [leaveOutRepeatedIds];

function leaveOutRepeatedIds(root: RootDatabase<Buffer, Buffer>): void {
  for (const { value } of openTable(root, 'catalogue').getRange({})) {
    const { id, indexes } = decode(value);
    const records = openTable(root, `c${Number(id)}`);
    const collection = new Collection(0, '', '', records, undefined, () => undefined);
    for (const stored of Array.isArray(indexes) ? indexes.filter(isDoc) : []) {
      const { id: indexId, multikey, cut, ...description } = stored;
      const spec = parseIndexSpec(description);
      if (spec.unique || !isDistinct(spec)) continue;
      const table = openTable(root, `i${Number(indexId)}`);
      table.clearSync();
      collection.build({ ...spec, id: Number(indexId), table, multikey: multikey === true, cut: cut === true });
    }
  }
}
