import { decode } from '../bson/decode';
import { isDoc } from '../bson/value';
import { Collection } from './collection';
import { FormatStep } from './format';
import { isDistinct } from './index-keys';
import { parseIndexSpec } from './index-spec';
import { Root, Tables } from './tables';

/**
 * What leads from each format to the next one.
 *
 * 1 to 2: keys of an index that has `_id` among its fields no longer end in the record key, which repeated it; and
 * collections may have a dictionary.
 */
export const FORMAT_STEPS: readonly FormatStep[] = [leaveOutRepeatedIds];

function leaveOutRepeatedIds(root: Root): void {
  const tables = new Tables(root, root);
  for (const { value } of tables.open('catalogue').entries({})) {
    const { id, indexes } = decode(value);
    const records = tables.open(`c${Number(id)}`);
    const collection = new Collection(0, '', '', records, undefined, () => undefined);
    for (const stored of Array.isArray(indexes) ? indexes.filter(isDoc) : []) {
      const { id: indexId, multikey, cut, ...description } = stored;
      const spec = parseIndexSpec(description);
      if (spec.unique || !isDistinct(spec)) continue;
      const table = tables.open(`i${Number(indexId)}`);
      table.clear();
      collection.build({ ...spec, id: Number(indexId), table, multikey: multikey === true, cut: cut === true });
    }
  }
}
