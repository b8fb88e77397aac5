import { isNameId } from './name-id';

/**
 * One record for each key: the platform's, or the one made of names if the platform has none, or several, of which nothing
 * tells which is meant.
 */
export function onlyOnes<Known extends { platform_id: string }>(
  records: readonly Known[],
  keyOf: (record: Known) => string,
): Map<string, Known> {
  const groups = new Map<string, Known[]>();
  for (const record of records) {
    const group = groups.get(keyOf(record));
    if (group === undefined) groups.set(keyOf(record), [record]);
    else group.push(record);
  }
  const only = new Map<string, Known>();
  for (const [key, group] of groups) {
    const [told, ...others] = group.filter(({ platform_id }) => !isNameId(platform_id));
    const one =
      others.length === 0 && told !== undefined ? told : group.find(({ platform_id }) => isNameId(platform_id));
    if (one !== undefined) only.set(key, one);
  }
  return only;
}
