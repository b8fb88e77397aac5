import { isNameId } from '../name-id';

/** A record that may stand for another of the same names. */
export interface NamedRecord {
  platform_id: string;
  same_as?: string | null;
}

/** For a record made of names, which record of the platform's it stands for; null for none. */
export interface Alias {
  platform_id: string;
  same_as: string | null;
}

/**
 * What must change among records of the same names for those made of names to stand for the platform's one. Where the
 * platform knows several, nothing tells which of them is meant.
 */
export function aliasesToChange(sameNames: readonly NamedRecord[]): Alias[] {
  const told = sameNames.filter(({ platform_id }) => !isNameId(platform_id));
  const meant = told.length === 1 ? (told[0]?.platform_id ?? null) : null;
  return sameNames
    .filter(({ platform_id, same_as = null }) => isNameId(platform_id) && same_as !== meant)
    .map(({ platform_id }) => ({ platform_id, same_as: meant }));
}
