import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { PostgresEngine } from '../../runtime/features/sql/postgres/open-engine.js';
import type {
  BindKind,
  ColumnKind,
  SqlRows,
  SqlStatement,
  TransactionOptions,
} from '../../runtime/features/sql/sql-definition.js';
import { SqlError } from '../../runtime/features/sql/sql-error.js';
import { startPostgres, type Postgres } from '../kit/start-postgres.js';
import { bounds, readOptions } from './run-statements.js';

const schema = `
create table customers (id int primary key, email text unique not null);
create table orders (
  id int primary key,
  customer int not null references customers,
  total numeric(8, 2) constraint positive_total check (total > 0)
);
create table deferred (id int references customers deferrable initially deferred);
insert into customers select n, 'c' || n || '@example.org' from generate_series(1, 20) n;
`;

/** Connection of the test itself. */
interface AdminClient {
  connect(): Promise<unknown>;
  end(): Promise<void>;
  on(event: 'error', listener: () => void): unknown;
  query<Row>(text: string, values?: readonly unknown[]): Promise<{ readonly rows: Row[]; readonly rowCount: number }>;
}

const { Client } = pg as unknown as { readonly Client: new (options: object) => AdminClient };

export { bounds as wide, readOptions as reading };

/** PostgreSQL with a small shop, for the tests of a file. */
export class Shop {
  postgres!: Postgres;
  url!: string;
  engine!: PostgresEngine;
  admin!: AdminClient;

  async start(): Promise<void> {
    this.postgres = await startPostgres();
    this.url = this.postgres.create('shop', schema);
    this.engine = new PostgresEngine({ url: this.url, maxConnections: 3 });
    await this.connectAdmin();
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.engine.close();
    await this.postgres.stop();
  }

  async connectAdmin(): Promise<void> {
    this.admin = new Client({ connectionString: this.url });
    // A test ends the server.
    this.admin.on('error', () => {});
    await this.admin.connect();
  }

  /** Runs a statement in a transaction of its own. */
  readonly run = (
    statement: SqlStatement,
    values: readonly unknown[] = [],
    limits = bounds,
    options: Partial<TransactionOptions> = {},
  ): Promise<SqlRows> =>
    this.engine.transact({ ...readOptions, reads: statement.reads === true, ...options }, async (runStatement) => ({
      result: await runStatement(statement, values, limits),
      commits: true,
    }));

  /** Number of sessions that run a statement with a text. */
  async countRunning(text: string): Promise<number> {
    const { rows } = await this.admin.query<{ count: string }>(
      `select count(*) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like $1`,
      [`%${text}%`],
    );
    return Number(rows[0]?.count);
  }

  async untilRunning(text: string): Promise<void> {
    while ((await this.countRunning(text)) === 0);
  }
}

/** Starts PostgreSQL before the tests of a file, and ends it after them. */
export function openShop(): Shop {
  const shop = new Shop();
  beforeAll(() => shop.start());
  afterAll(() => shop.stop());
  return shop;
}

/** Statement without arguments. Columns are `name:kind`, arrays `name:kind[]`. */
export function read(text: string, ...columns: readonly string[]): SqlStatement {
  return { ...write(text, ...columns), reads: true };
}

export function write(text: string, ...columns: readonly string[]): SqlStatement {
  return {
    text,
    parameters: [],
    columns: columns.map((column) => {
      const [name = '', kind = ''] = column.split(':');
      return {
        name,
        kind: kind.replace('[]', '') as ColumnKind,
        ...(kind.endsWith('[]') && { isArray: true as const }),
      };
    }),
  };
}

export function bound(statement: SqlStatement, ...binds: readonly BindKind[]): SqlStatement {
  return { ...statement, parameters: binds.map((bind, index) => ({ name: `p${index}`, bind })) };
}

/** Failure and subject of a rejected promise. */
export async function failureOf(promise: Promise<unknown>): Promise<readonly [string, string?]> {
  const error: unknown = await promise.then(
    (value) => new Error(`no failure: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (!(error instanceof SqlError)) throw error;
  return error.subject === undefined ? [error.failure] : [error.failure, error.subject];
}
