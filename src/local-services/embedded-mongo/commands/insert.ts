import { decode } from '../bson/decode';
import { MAX_DOCUMENT_BYTES, tooLarge } from '../bson/encode';
import { CommandError } from '../errors';
import { Command } from './request';
import { runStatements, WriteErrors } from './write-steps';

/** Each document is stored or has its error; an ordered insert stops at the first error. */
export const insert: Command = async (request) => {
  request.allow('documents', 'ordered');
  const { store } = request.engine;
  const documents = request.rawDocuments('documents');
  const ordered = request.value('ordered') !== false;
  const collection = await store.provide(request.db, request.collectionName());
  await store.prepare(collection, () => (documents[0]?.length ? decode(documents[0]) : undefined));
  const errors = new WriteErrors();
  let n = 0;
  await store.write(
    runStatements(documents, ordered, errors, function* (document) {
      if (document.length === 0) throw new CommandError(14, "'documents' must hold documents");
      if (document.length > MAX_DOCUMENT_BYTES) throw tooLarge(document.length);
      collection.insert(document);
      n++;
      yield;
    }),
  );
  return { n, ...errors.reply() };
};
