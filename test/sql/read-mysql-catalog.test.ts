import { expect, test, vi } from 'vitest';
import { stringifyJson } from '../../generator/core/model/json.js';
import { printTables } from '../../generator/features/sql/catalog/print-tables.js';
import { readMysqlCatalog } from '../../generator/features/sql/catalog/read-mysql-catalog.js';

/** Rows of the information schema, by the table that a query reads. */
const rows = vi.hoisted((): { [table: string]: readonly object[] } => ({}));
const connections = vi.hoisted((): object[] => []);
vi.mock('../../generator/features/sql/load-driver.js', () => ({
  loadDriver: async () => ({
    createConnection: async (options: object) => {
      connections.push(options);
      return {
        on: () => undefined,
        end: async () => undefined,
        destroy: () => undefined,
        query: async ({ sql }: { readonly sql: string }) => {
          const table = /information_schema\.(\w+)/u.exec(sql)?.[1] ?? 'database';
          return [rows[table] ?? [], []];
        },
      };
    },
  }),
}));

const column = (name: string, type: string, others: object = {}) => ({
  table: 'orders',
  name,
  type,
  dataType: /^\w+/u.exec(type)?.[0],
  nullable: 'YES',
  initial: null,
  extra: '',
  comment: '',
  digits: null,
  ...others,
});

function fill(version: string): void {
  Object.assign(rows, {
    database: [{ name: 'shop', version }],
    tables: [
      { name: 'orders', type: 'BASE TABLE', comment: "It's \\ here" },
      { name: 'recent', type: 'VIEW', comment: 'VIEW' },
    ],
    columns: [
      column('id', 'int unsigned', { nullable: 'NO', extra: 'auto_increment' }),
      column('customer_id', 'int', { comment: 'Who ordered' }),
      column('status', "enum('open','it''s')", { initial: /Maria/u.test(version) ? "'open'" : 'open' }),
      column('paid', 'tinyint(1)', { nullable: 'NO', initial: '0' }),
      column('total', 'decimal(12,2)', { digits: 12 }),
      column('exact', 'decimal(30,2)', { digits: 30 }),
      column('placed', 'datetime', { initial: 'CURRENT_TIMESTAMP', extra: 'DEFAULT_GENERATED' }),
      column('changed', 'timestamp', { extra: 'on update CURRENT_TIMESTAMP' }),
      column('note', 'text'),
      column('place', 'point'),
      { ...column('id', 'int'), table: 'recent' },
    ],
    key_column_usage: [
      { table: 'orders', constraint: 'PRIMARY', column: 'id', targetSchema: null, target: null, targetColumn: null },
      {
        table: 'orders',
        constraint: 'customer',
        column: 'customer_id',
        targetSchema: 'crm',
        target: 'customers',
        targetColumn: 'id',
      },
    ],
    statistics: [
      { table: 'orders', column: 'id' },
      { table: 'orders', column: 'placed' },
    ],
  });
}

test.each([
  ['8.4.2', 'mysql'],
  ['10.11.19-MariaDB', 'mariadb'],
])('the tables of %s become tools', async (version, product) => {
  fill(version);
  const catalog = await readMysqlCatalog('mariadb://user:word@host/shop', '.');
  if (!catalog) throw new Error('There is a driver.');
  expect(connections.at(-1)).toMatchObject({ uri: 'mysql://user:word@host/shop' });
  expect(catalog).toMatchObject({ kind: 'mysql', product, name: 'shop' });
  const { tools, schema } = printTables(catalog, catalog.tables, { writes: true });
  expect([...tools.keys()]).toEqual([
    'list_orders',
    'get_order',
    'search_orders',
    'insert_order',
    'update_order',
    'delete_order',
    'list_recent',
  ]);
  const printed = stringifyJson(tools);
  expect(printed).toContain('status = {{status}}');
  expect(printed).toContain('"enum":["open","it\'s"]');
  expect(printed).toContain('Filters by customer_id. Who ordered. Refers to crm.customers.id.');
  expect(printed).toContain('placed >= {{placed_from}}');
  expect(printed).toContain('st_astext(place) as place');
  expect(printed).toContain("note like concat('%', {{query}}, '%')");
  // The database sets `placed` and `changed`.
  expect(printed).toContain(
    String.raw`insert into orders (customer_id, status, paid, total, exact, note)\nvalues ({{customer_id}}, coalesce({{status}}, 'open'), coalesce({{paid}}, 0), {{total}}, {{exact}}, {{note}})`,
  );
  expect(printed).not.toContain('returning');
  expect(schema).toContain(
    [
      'create table orders (',
      '  id int unsigned not null,',
      "  customer_id int comment 'Who ordered',",
      "  status enum('open','it''s') default 'open',",
      '  paid tinyint(1) not null default 0,',
      '  total decimal(12,2),',
      '  exact decimal(30,2),',
      '  placed datetime,',
      '  changed timestamp,',
      '  note text,',
      '  place point,',
      '  primary key (id)',
      String.raw`) comment 'It''s \\ here';`,
    ].join('\n'),
  );
});

test('a URL without a database is an error', async () => {
  fill('8.4.2');
  Object.assign(rows, { database: [{ name: null, version: '8.4.2' }] });
  await expect(readMysqlCatalog('mysql://user:word@host', '.')).rejects.toThrow(
    'The URL names no database: add it, as in mysql://user@host/shop.',
  );
});
