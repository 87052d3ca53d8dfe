import { digestOf, lockFile, printLock } from '../../generator/features/sql/lock.js';

/** Facts about a statement without parameters, as a run with a MariaDB has left them. */
export function printMysqlLock(statement: string, schema: string): { readonly [file: string]: string } {
  const column = (name: string) => ({ name, type: 'int(11)', kind: 'integer' as const, isNullable: false });
  const prepared = {
    text: `${statement}\nlimit 101`,
    parameters: [],
    columns: [column('id'), column('total')],
    limit: 'appended' as const,
    effect: { reads: true, isDestructive: false, isIdempotent: true },
    uses: [],
    warnings: [],
  };
  const digest = digestOf('mysql', JSON.stringify({ statement }), []);
  const lock = {
    databases: { shop: { schema: digestOf([schema]) } },
    tools: {
      list_orders: { database: 'shop', digest, engine: 'MariaDB 10.11.19', steps: [{ statements: { '': prepared } }] },
    },
  };
  return { [`generated/${lockFile}`]: printLock(lock) };
}
