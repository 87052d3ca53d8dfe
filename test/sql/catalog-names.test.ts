import { expect, test } from 'vitest';
import { isSecret } from '../../generator/features/sql/catalog/plan-table.js';
import { cleanComment, printName } from '../../generator/features/sql/catalog/sql-names.js';
import { nameArguments, nameTables, toSingular } from '../../generator/features/sql/catalog/tool-names.js';

test.each(
  `orders order,order_items order_item,people person,categories category,series series,movies movie,addresses address,
  address address,statuses status,status status,boxes box,matches match,caches cache,houses house,warehouses warehouse,
  uses use,bonuses bonus,databases database,purchases purchase,aliases alias,news news,data data,sms sms,sales sales,
  companies company,keys key,heroes hero,shoes shoe,sizes size,buses bus,analysis analysis,analyses analysis,gas gas,
  access access,process process,processes process,user user,vertices vertex,invoices invoice,responses response`
    .split(',')
    .map((pair) => pair.trim().split(' ')),
)('the singular of %s is %s', (plural = '', singular = '') => {
  expect(toSingular(plural)).toBe(singular);
});

test.each([
  'password',
  'password_hash',
  'encryptedPassword',
  'pwd',
  'client_secret',
  'clientsecret',
  'api_key',
  'apiKey',
  'API_KEY',
  'refresh_token',
  'accesstoken',
  'salt',
  'pin',
  'otp',
  'access_key_id',
])('a column %s looks like a secret', (name) => {
  expect(isSecret({ name, kind: 'text' })).toBe(true);
});

test.each([
  'name',
  'secretary',
  'tokenizer',
  'key',
  'spinning',
  'salted_caramel',
  'hashtag',
  'shipping',
  'primary_key',
])('a column %s does not', (name) => {
  expect(isSecret({ name, kind: 'text' })).toBe(false);
});

test('a flag or date about a secret is none', () => {
  expect(isSecret({ name: 'has_password', kind: 'boolean' })).toBe(false);
  expect(isSecret({ name: 'password_changed_at', kind: 'date-time' })).toBe(false);
});

test('names of tools differ, also without underscores', () => {
  const tables = ['a_b', 'AB', 'ab', 'ÄB', '日本', '本', 'x'.repeat(100), 'x'.repeat(101)].map((name) => ({
    name,
    kind: 'table' as const,
    columns: [],
    key: [],
    references: [],
  }));
  const names = nameTables(tables).map(({ plural }) => plural);
  expect(names).toEqual(['a_b', 'ab_2', 'ab_3', 'ab_4', 'table', 'table_2', 'x'.repeat(48), `${'x'.repeat(48)}_2`]);
});

test('arguments have the names of columns if clients accept them', () => {
  expect(nameArguments(['id', 'Unit Price', 'Unit_Price', '1st', 'cursor', '__proto__', 'x'.repeat(65)])).toEqual([
    'id',
    'Unit_Price_2',
    'Unit_Price',
    'column_1st',
    'cursor_2',
    'proto',
    'x'.repeat(48),
  ]);
});

test('names have quotes if some database needs them', () => {
  expect(['orders', 'order', 'Order', 'a"b', 'größe'].map((name) => printName(name, 'postgres'))).toEqual([
    'orders',
    '"order"',
    '"Order"',
    '"a""b"',
    '"größe"',
  ]);
  expect(printName('a`b', 'mysql')).toBe('`a``b`');
});

test('comments are one line of limited length, without invisible characters', () => {
  expect(cleanComment(' a\n\tb\u202e\u0000c\ud800 ')).toBe('a b c');
  expect(cleanComment('\u200b \n')).toBeUndefined();
  expect(cleanComment('😀'.repeat(600))).toBe(`${'😀'.repeat(499)}…`);
});
