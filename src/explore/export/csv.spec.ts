import { DuckDBInstance } from '@duckdb/node-api';
import { csvField, csvLine } from './csv';

describe('a line of CSV', () => {
  it.each([
    ['plain text', 'plain text'],
    ['', ''],
    ['a, b', '"a, b"'],
    ['"a"', '"""a"""'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    [' a ', ' a '],
    ['東京\u0000', '東京\u0000'],
  ])('has %j as %j', async (text, field) => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const sql = `SELECT ${csvLine([csvField('$text'), "'end'"])} AS line`;
    const [row] = (await connection.runAndReadAll(sql, { text })).getRowObjectsJS();
    connection.closeSync();
    instance.closeSync();
    expect(row).toEqual({ line: `${field},end\r\n` });
  });
});
