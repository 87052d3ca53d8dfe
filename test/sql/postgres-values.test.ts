import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PostgresEngine } from '../../runtime/features/sql/postgres/open-engine.js';
import { parseArray, printArray } from '../../runtime/features/sql/postgres/parse-array.js';
import type { BindKind } from '../../runtime/features/sql/sql-definition.js';
import { bound, failureOf, openShop, read, reading, wide } from './postgres-shop.js';

const shop = openShop();

describe('columns', () => {
  test.each<readonly [string, string, unknown]>([
    ['7::int2', 'integer', 7],
    ['-7::int4', 'integer', -7],
    ['9007199254740991::int8', 'integer', 9_007_199_254_740_991],
    ['0.1::float8', 'number', 0.1],
    ['0.1::float4', 'number', 0.1],
    ['1234567890.25::numeric(15, 2)', 'number', 1_234_567_890.25],
    ['-12345678901234567890.5::numeric', 'decimal', '-12345678901234567890.5'],
    ['true', 'boolean', true],
    ['false', 'boolean', false],
    [`'a''b\\c"'::text`, 'text', `a'b\\c"`],
    [`'ab'::char(3)`, 'text', 'ab '],
    [`''::text`, 'text', ''],
    [`'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid`, 'uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    [`'2024-02-29'::date`, 'date', '2024-02-29'],
    [`'13:14:15.5'::time`, 'time', '13:14:15.5'],
    [`'2024-03-31 12:34:56.123456+02'::timestamptz`, 'date-time', '2024-03-31T10:34:56.123456Z'],
    [`'2024-03-31 12:34:56'::timestamp`, 'local-date-time', '2024-03-31T12:34:56'],
    [`'1 month 2 days 3:04:05'::interval`, 'duration', 'P1M2DT3H4M5S'],
    [`'{"a": [1, null, "x"], "__proto__": 1}'::jsonb`, 'json', JSON.parse('{"a":[1,null,"x"],"__proto__":1}')],
    [`'12345678901234567890'::jsonb`, 'json', 12_345_678_901_234_567_890n],
    [`'null'::jsonb`, 'json', null],
    [`'\\xdeadbeef00'::bytea`, 'bytes', '3q2+7wA='],
    [`''::bytea`, 'bytes', ''],
    [`'10.0.0.1/8'::inet`, 'any', '10.0.0.1/8'],
    [`null::int4`, 'integer', null],
    [`null::text[]`, 'text[]', null],
    [`array[1, null, 3]`, 'integer[]', [1, null, 3]],
    [`'{}'::int[]`, 'integer[]', []],
    [
      `array['a', 'b,c', '"', '\\', 'NULL', '', ' ', '{}', null]`,
      'text[]',
      ['a', 'b,c', '"', '\\', 'NULL', '', ' ', '{}', null],
    ],
    [`array[true, false]`, 'boolean[]', [true, false]],
    [`array['{"a": "b\\"c"}']::jsonb[]`, 'json[]', [{ a: 'b"c' }]],
    [`array['\\x00ff']::bytea[]`, 'bytes[]', ['AP8=']],
    [`array['2024-01-01 00:00:00+00']::timestamptz[]`, 'date-time[]', ['2024-01-01T00:00:00Z']],
  ])('select %s as %s', async (expression, kind, value) => {
    const { rows } = await shop.run(read(`select ${expression} as x`, `x:${kind}`));
    expect(rows).toEqual([[value]]);
  });

  test.each<readonly [string, string]>([
    ['9007199254740992::int8', 'integer'],
    [`'NaN'::float8`, 'number'],
    [`'-Infinity'::float8`, 'number'],
    [`'NaN'::numeric`, 'decimal'],
    [`'infinity'::date`, 'date'],
    [`'0044-03-15 BC'::date`, 'date'],
    [`'20000-01-01'::date`, 'date'],
    [`'-infinity'::timestamptz`, 'date-time'],
    [`'infinity'::timestamp`, 'local-date-time'],
    ['array[[1, 2], [3, 4]]', 'integer[]'],
    [`'[0:1]={1,2}'::int[]`, 'integer[]'],
    ['array[9007199254740992]', 'integer[]'],
  ])('select %s as %s is an error of the column', async (expression, kind) => {
    await expect(failureOf(shop.run(read(`select ${expression} as x`, `x:${kind}`)))).resolves.toEqual(['result', 'x']);
  });

  test('the settings of a session do not change texts', async () => {
    await shop.admin.query(`alter database shop set datestyle = 'German'`);
    await shop.admin.query(`alter database shop set timezone = 'America/New_York'`);
    await shop.admin.query(`alter database shop set bytea_output = 'escape'`);
    await shop.admin.query('alter database shop set standard_conforming_strings = off');
    const fresh = new PostgresEngine({ url: shop.url, maxConnections: 1 });
    const statement = read(
      `select '2024-01-02'::date d, '2024-01-02 00:00:00Z'::timestamptz t, 'a'::bytea b, '\\' || 'x\\' s`,
      'd:date',
      't:date-time',
      'b:bytes',
      's:text',
    );
    const { rows } = await fresh.transact(reading, async (runStatement) => ({
      result: await runStatement(statement, [], wide),
      commits: true,
    }));
    await fresh.close();
    await shop.admin.query('alter database shop reset all');
    expect(rows).toEqual([['2024-01-02', '2024-01-02T00:00:00Z', 'YQ==', '\\x\\']]);
  });
});

describe('parameters', () => {
  test.each<readonly [string, BindKind, unknown, string]>([
    ['text', 'text', `it's "\\ 😀`, `it's "\\ 😀`],
    ['numeric', 'text', '1.50', '1.50'],
    ['date', 'text', '2024-02-29', '2024-02-29'],
    ['int8', 'integer', 9_007_199_254_740_993n, '9007199254740993'],
    ['int4', 'integer', -1, '-1'],
    ['float8', 'number', 1.5, '1.5'],
    ['numeric', 'number', 1e21, '1000000000000000000000'],
    ['bool', 'boolean', false, 'false'],
    ['jsonb', 'json', [1, { a: "'" }], `[1, {"a": "'"}]`],
    ['jsonb', 'json', 'x', '"x"'],
    ['jsonb', 'json', 12_345_678_901_234_567_890n, '12345678901234567890'],
    ['bytea', 'bytes', '3q2+7w==', '\\xdeadbeef'],
    ['text[]', 'array', ['a', null, '"', '\\', 'NULL', 'x,y', '{}', ''], `{a,NULL,"\\"","\\\\","NULL","x,y","{}",""}`],
    ['int[]', 'array', [1, 2], '{1,2}'],
    ['int[]', 'array', [], '{}'],
    ['jsonb[]', 'array', [{ a: 1 }], `{"{\\"a\\": 1}"}`],
  ])('($1::%s) bound as %s', async (type, bind, value, text) => {
    const statement = bound(read(`select ($1::${type})::text x`, 'x:text'), bind);
    expect((await shop.run(statement, [value])).rows).toEqual([[text]]);
  });

  test.each<BindKind>(['text', 'integer', 'number', 'boolean', 'json', 'bytes', 'array'])(
    'null as %s',
    async (bind) => {
      const statement = bound(read('select ($1::text) is null x', 'x:boolean'), bind);
      expect((await shop.run(statement, [null])).rows).toEqual([[true]]);
    },
  );

  test.each<readonly [string, BindKind, unknown, string | undefined]>([
    ['int4', 'text', 'secret', 'invalid input syntax for type integer'],
    ['int4', 'integer', 3_000_000_000, 'value is out of range for type integer'],
    ['date', 'text', '2024-02-30', 'date/time field value out of range'],
    ['date', 'text', 'secret " date', 'invalid input syntax for type date'],
    ['text', 'text', 'a\0b', 'the character U+0000'],
    ['text[]', 'array', ['a\0b'], 'the character U+0000'],
    ['text', 'text', '\uD800', 'text that is not valid Unicode'],
    ['jsonb', 'json', 'a\0b', 'unsupported Unicode escape sequence'],
    ['bytea', 'bytes', '*', 'invalid Base64'],
    ['int[]', 'array', [[1]], 'invalid input syntax for type integer'],
  ])('%s does not accept %s %j', async (type, bind, value, subject) => {
    const statement = bound(read(`select ($1::${type})::text x`, 'x:text'), bind);
    await expect(failureOf(shop.run(statement, [value]))).resolves.toEqual(['value', subject]);
    // The connection can still be used, for the same statement.
    expect((await shop.run(statement, [null])).rows).toEqual([[null]]);
  });

  test('5,000 hostile values come back unchanged', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom(
          `'`,
          '"',
          '\\',
          '$',
          '{',
          '}',
          ',',
          ';',
          '-',
          '/',
          '*',
          '%',
          '\n',
          '\r',
          'NULL',
          ' ',
          '😀',
        ),
      }),
      fc.constantFrom(
        `'; drop table customers; --`,
        `\\'; drop table customers; --`,
        `$$; drop table customers; $$`,
        `1 or 1=1`,
        `\u2028`,
      ),
    );
    const values = fc.sample(
      hostile.map((text) => text.replaceAll('\0', '')),
      5000,
    );
    const single = bound(read('select ($1::text) x', 'x:text'), 'text');
    const list = bound(read('select ($1::text[]) x', 'x:text[]'), 'array');
    const options = { reads: true, timeoutMs: 120_000, signal: new AbortController().signal };
    const echoed = await shop.engine.transact(options, async (runStatement) => {
      const texts: unknown[] = [];
      for (const value of values) texts.push((await runStatement(single, [value], wide)).rows[0]?.[0]);
      const lists = await runStatement(list, [values], wide);
      return { result: { texts, list: lists.rows[0]?.[0] }, commits: true };
    });
    expect(echoed.texts).toEqual(values);
    expect(echoed.list).toEqual(values);
    expect((await shop.run(read('select count(*) x from customers', 'x:integer'))).rows).toEqual([[20]]);
  });

  test('arrays of any strings are parsed as they were printed', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ unit: 'binary' }))), (items) => {
        expect(parseArray(printArray(items))).toEqual(items);
      }),
    );
  });
});
