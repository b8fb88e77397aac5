import { ObjectId } from 'bson';
import { decode } from '../bson/decode';
import { dictionaryOf } from './dictionary';

describe('the dictionary of a collection', () => {
  test('has the names and kinds of a document, and nothing of its values', () => {
    const document = {
      _id: new ObjectId(),
      name: 'Björk',
      nested: { count: 17, rate: 0.5, isNew: true },
      list: ['secret', 'other'],
      at: new Date('2026-01-01T00:00:00Z'),
    };
    expect(decode(dictionaryOf(document))).toEqual({
      _id: new ObjectId('0'.repeat(24)),
      name: '',
      nested: { count: 0, rate: 0, isNew: false },
      list: [''],
      at: new Date(0),
    });
  });

  test('stays short, whatever the document', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`field${i}`, i]));
    expect(dictionaryOf(wide).length).toBe(2_048);
  });
});
