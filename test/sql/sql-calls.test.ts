import { expect, test } from 'vitest';
import { createSqlTool, type SqlCallContext, type SqlDatabase } from '../../runtime/features/sql/index.js';
import type {
  SqlEngine,
  SqlStatement,
  SqlText,
  TransactionOptions,
} from '../../runtime/features/sql/sql-definition.js';

const bounds = { limit: 1, maxBytes: 1000, timeoutMs: 1000 };
const remove: SqlStatement = { text: 'delete from orders', parameters: [], columns: [] };

/** A database whose statements change these numbers of rows, one after the other, and that records its transactions. */
function openRecorder(changes: readonly number[], session?: readonly (readonly [string, SqlText])[]) {
  const left = [...changes];
  const commits: boolean[] = [];
  const options: TransactionOptions[] = [];
  const engine: SqlEngine = {
    async transact(given, work) {
      options.push(given);
      const done = await work(async () => ({ rows: [], more: false, changed: left.shift() ?? 0 })).catch(
        (error: unknown) => {
          commits.push(false);
          throw error;
        },
      );
      commits.push(done.commits);
      return done.result;
    },
    close: async () => {},
  };
  const load = async () => ({ openEngine: () => engine });
  const database: SqlDatabase = { name: 'shop', kind: 'postgres', file: 'shop', load, ...(session && { session }) };
  return { database, commits, options };
}

const { signal } = new AbortController();

test.each([
  [3, [false, true], { changed: 3 }],
  [4, [false, false], 'Nothing was changed: 4 rows would change now instead of 3. Try again.'],
] as const)('a change of %i rows after the user confirmed 3', async (now, expected, outcome) => {
  const { database, commits } = openRecorder([3, now]);
  const asked: string[] = [];
  const elicit = async (message: string) => {
    asked.push(message);
    return { action: 'accept', content: {} };
  };
  const tool = createSqlTool(database, {
    ...bounds,
    rows: 'none',
    confirm: ['Delete ', ['changed'], ' orders of ', ['customer'], '?'],
    statement: remove,
  });
  const called = tool({ customer: 7 }, { signal, elicit } as unknown as SqlCallContext);
  await expect(called.catch((error: Error) => error.message)).resolves.toEqual(outcome);
  expect(asked).toEqual(['Delete 3 orders of 7?']);
  expect(commits).toEqual(expected);
});

test('settings of the session have values of the caller, and are empty without one', async () => {
  const { database, options } = openRecorder(
    [],
    [
      ['app.user', [['auth.principal']]],
      ['app.org', ['org ', ['auth.claims.org']]],
    ],
  );
  const tool = createSqlTool(database, { ...bounds, rows: 'none', statement: remove });
  await tool({}, { signal, auth: { principal: `o'neil`, claims: { org: 7 } } } as unknown as SqlCallContext);
  await tool({}, { signal });
  expect(options.map(({ session }) => session)).toEqual([
    [
      ['app.user', `o'neil`],
      ['app.org', 'org 7'],
    ],
    [
      ['app.user', ''],
      ['app.org', 'org '],
    ],
  ]);
});
