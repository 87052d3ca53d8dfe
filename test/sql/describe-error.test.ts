import { expect, test } from 'vitest';
import { VisibleError } from '../../runtime/core/api/errors.js';
import { describeError } from '../../runtime/features/sql/describe-error.js';
import type { SqlDatabase, SqlStatement } from '../../runtime/features/sql/sql-definition.js';
import { SqlError, type SqlFailure } from '../../runtime/features/sql/sql-error.js';

const database: SqlDatabase = {
  name: 'shop',
  kind: 'postgres',
  variable: 'SHOP_URL',
  load: () => Promise.reject(new Error('not loaded')),
};

const statement: SqlStatement = {
  text: 'select secret',
  parameters: [],
  columns: [
    { name: 'id', kind: 'integer' },
    { name: 'ids', kind: 'integer', isArray: true },
    { name: 'rate', kind: 'number' },
    { name: 'total', kind: 'decimal' },
    { name: 'day', kind: 'date' },
    { name: 'at', kind: 'date-time' },
    { name: 'note', kind: 'json' },
  ],
};

const range = 'infinity, or a year before 1 or after 9999';

const rows: readonly (readonly [SqlFailure, string | undefined, string, string?])[] = [
  ['timeout', undefined, 'The query took longer than 10 s and was stopped. Narrow it, for example by date.'],
  ['cancelled', undefined, 'The query was canceled.'],
  ['busy', undefined, 'The database is busy. Try again in a few seconds.'],
  ['unreachable', undefined, 'The database cannot be reached. Try again later.', 'database "shop", SHOP_URL'],
  ['unique', 'email', 'A row with this email exists already.'],
  ['unique', 'tenant, email', 'A row with this tenant, email exists already.'],
  ['unique', undefined, 'A row with these values exists already.'],
  [
    'reference',
    'orders_customer_fkey',
    'This refers to a row that does not exist, or other rows refer to it (constraint orders_customer_fkey).',
  ],
  ['reference', undefined, 'This refers to a row that does not exist, or other rows refer to it.'],
  ['not-null', 'total', 'total must not be null.'],
  ['not-null', undefined, 'A required column must not be null.'],
  ['check', 'positive_total', 'The values violate the rule positive_total.'],
  ['check', undefined, 'The values violate a rule of the database.'],
  [
    'value',
    'date/time field value out of range',
    'An argument has a value that the database does not accept: date/time field value out of range.',
  ],
  ['value', undefined, 'An argument has a value that the database does not accept.'],
  [
    'result',
    'id',
    'The column id holds a value that its schema does not allow (an integer beyond 2^53).',
    'set `columns: { id: { as: string } }` of the tool',
  ],
  [
    'result',
    'ids',
    'The column ids holds a value that its schema does not allow.',
    'set `columns: { ids: { as: string } }` of the tool',
  ],
  ['result', 'rate', 'The column rate holds a value that its schema does not allow (NaN or infinity).'],
  ['result', 'total', 'The column total holds a value that its schema does not allow (NaN or infinity).'],
  ['result', 'day', `The column day holds a value that its schema does not allow (${range}).`],
  ['result', 'at', `The column at holds a value that its schema does not allow (${range}).`],
  ['result', 'note', 'The column note holds a value that its schema does not allow.'],
  ['result', 'gone', 'The column gone holds a value that its schema does not allow.'],
  ['result', undefined, 'A column holds a value that its schema does not allow.'],
  ['conflict', undefined, 'Other changes were made at the same time. Try again.'],
  [
    'mismatch',
    'total',
    'This tool no longer fits the database. Report it to the operator.',
    'run `create-mcp-from-schema generate --database` to find the differences',
  ],
  ['read-only', undefined, 'This tool may only read.'],
  [
    'driver',
    'pg',
    'The server cannot use the database. Report it to the operator.',
    'the package is missing: run `npm install pg`',
  ],
  ['other', undefined, 'The database could not run the query. Report it to the operator.'],
];

test.each(rows.map((row) => ({ row })))('$row', ({ row: [failure, subject, message, advice] }) => {
  const cause = new Error('driver: value 42 of the call');
  const described = describeError(new SqlError(failure, subject, cause), {
    database,
    columns: statement.columns,
    timeoutMs: 10_000,
  });
  expect(described).toBeInstanceOf(VisibleError);
  expect(described.message).toBe(message);
  expect(described.advice).toBe(advice);
  expect(described.cause).toBe(cause);
});

test('a time limit below a second is in milliseconds', () => {
  const { message } = describeError(new SqlError('timeout'), {
    database,
    columns: statement.columns,
    timeoutMs: 250,
  });
  expect(message).toContain('longer than 250 ms');
});
