import { Doc } from '../bson/value';
import { ID_INDEX } from '../storage/collection';
import { checkIntegrity } from '../storage/integrity';
import { existing } from './indexes';
import { Command } from './request';

/** Compares documents with indexes, always in full, while others read and write. */
export const validate: Command = async (request): Promise<Doc> => {
  const collection = existing(request.allow('full', 'background', 'checkBSONConformance'));
  const pace = request.pace();
  const { documents, entries, invalid, missing, extra } = await request.engine.store.snapshot((view) =>
    checkIntegrity(collection, view, () => pace.rest()),
  );
  return {
    ns: collection.namespace,
    nInvalidDocuments: invalid.length,
    nrecords: documents,
    nIndexes: entries.size + 1,
    keysPerIndex: Object.fromEntries([[ID_INDEX.name, documents], ...entries]),
    valid: invalid.length + missing.length + extra.length === 0,
    repaired: false,
    warnings: [],
    errors: [...invalid, ...missing, ...extra],
    corruptRecords: invalid,
    missingIndexEntries: missing,
    extraIndexEntries: extra,
  };
};
