import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import type { GenerateOptions, GenerateReport } from '../../generator/generate.js';
import { fromPlainJson } from '../../generator/core/model/json.js';
import type { DatabaseKind } from '../../generator/features/sql/engines/engine.js';
import type { loadDriver } from '../../generator/features/sql/load-driver.js';
import { listFacts } from '../../generator/features/sql/parameter-facts.js';
import { parseStatement } from '../../generator/features/sql/parse-statement.js';
import schema from '../../templates/definition.schema.json' with { type: 'json' };
import { runInMemory, type CliOutcome } from '../cli/run-in-memory.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { startPostgres, type Postgres } from '../kit/start-postgres.js';
import { crmDefinition, crmSchema, shopDefinition, shopSchema } from './from-database-files.js';

const { generate, drivers } = vi.hoisted(() => ({
  generate: vi.fn<(options: GenerateOptions) => Promise<GenerateReport>>(),
  drivers: { areMissing: false },
}));
vi.mock('../../generator/tools/scaffold/pack-generator.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  packGenerator: async () => {},
}));
// What is written before statements are prepared is of interest here.
vi.mock('../../generator/tools/runs/run-generator.js', () => ({ runGenerator: generate }));
vi.mock('../../generator/features/sql/load-driver.js', async (importOriginal) => {
  const original = await importOriginal<DriverModule>();
  return {
    loadDriver: async (root: string, name: string) =>
      drivers.areMissing ? undefined : original.loadDriver(root, name),
  };
});

interface DriverModule {
  readonly loadDriver: typeof loadDriver;
}

const isValid = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);

beforeEach(() => {
  drivers.areMissing = false;
  generate.mockReset();
  generate.mockResolvedValue({
    ok: true,
    diagnostics: [],
    sources: new Map(),
    summary: { tools: 0, prompts: 0, resources: 0, resourceTemplates: 0 },
  });
});

interface Definition {
  readonly server: { readonly name: string };
  readonly databases: { readonly [name: string]: { readonly kind: DatabaseKind } };
  readonly tools: { readonly [name: string]: Tool };
}

interface Tool {
  readonly description: string;
  readonly inputSchema: {
    readonly properties?: { readonly [name: string]: object };
    readonly required?: readonly string[];
  };
  readonly sql: { readonly statement: string; readonly confirm?: string };
}

interface Project extends CliOutcome {
  readonly cwd: string;
  /** Definition as text. */
  readonly text: string;
  readonly schema: string;
  readonly definition: Definition;
}

/** Creates a project from a database, and checks its definition: the format, and all placeholders of statements. */
async function create(from: string, args: readonly string[] = [], answers?: readonly string[]): Promise<Project> {
  const cwd = makeFolder();
  const outcome = await runInMemory(['my-server', '--from', from, ...args], { cwd, ...(answers && { answers }) });
  expect(outcome).toMatchObject({ exitCode: 0 });
  const folder = path.join(cwd, 'my-server/definitions');
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const name = readdirSync(folder).find((file) => file.endsWith('.mcp.yaml')) ?? '';
  const text = read(name);
  const definition = parse(text) as Definition;
  expect(isValid(definition), JSON.stringify(isValid.errors)).toBe(true);
  checkStatements(definition);
  return { ...outcome, cwd, text, schema: read('schema.sql'), definition };
}

function checkStatements({ databases, tools }: Definition): void {
  const [kind = 'sqlite'] = Object.values(databases).map((database) => database.kind);
  for (const [name, tool] of Object.entries(tools)) {
    expect(name).toMatch(/^[a-z0-9_]{1,64}$/u);
    const { properties = {}, required = [] } = tool.inputSchema;
    const facts = Object.entries(properties).map(([key, value]) => {
      expect(key).toMatch(/^\w{1,64}$/u);
      return [key, { schema: fromPlainJson(value), isOptional: !required.includes(key) }] as const;
    });
    const parameters = listFacts(new Map(facts) as Parameters<typeof listFacts>[0]);
    const { problems, placeholders } = parseStatement(tool.sql.statement, kind, parameters);
    expect({ name, problems }).toEqual({ name, problems: [] });
    expect(new Set(placeholders.map((each) => each.name))).toEqual(new Set(Object.keys(properties)));
  }
}

interface SqliteFile {
  exec(sql: string): unknown;
  close(): unknown;
}

/** Makes a SQLite file from statements. */
async function makeSqlite(sql: string): Promise<string> {
  const file = path.join(makeFolder(), 'shop.db');
  const require = createRequire(import.meta.url);
  const module = ['node', 'sqlite'].join(':');
  const Database = await import(/* @vite-ignore */ module).then(
    ({ DatabaseSync }: { DatabaseSync: new (name: string) => SqliteFile }) => DatabaseSync,
    () => require('better-sqlite3') as new (name: string) => SqliteFile,
  );
  const database = new Database(file);
  database.exec(sql);
  database.close();
  return file;
}

const shop = `
create table customers (
  id integer primary key,
  name text not null,
  password_hash text,
  active boolean not null default 1,
  since date
);
create table orders (
  id integer primary key,
  customer_id integer not null references customers,
  status text not null default 'open' check (status in ('open', 'paid')),
  note text
);
create index orders_note on orders (note);
create index customers_since on customers (since);
create view paid_orders as select id, customer_id from orders where status = 'paid';
create table knex_migrations (id integer primary key);
`;

describe('a SQLite file', () => {
  beforeAll(linkSqlite, 600_000);

  test('becomes tools that list, get and search the rows of its tables', async () => {
    const file = await makeSqlite(shop);
    const { cwd, text, schema: written, error, out, questions } = await create(file);
    expect(questions).toEqual([]);
    expect(text).toBe(shopDefinition);
    expect(written).toBe(shopSchema);
    expect(error).toBe(
      'note: Columns that look like secrets were omitted: customers.password_hash.\n' +
        `note: Set DATABASE_URL to the path of the file, for example in .env: ${file}\n`,
    );
    expect(out).toContain('Created my-server in my-server');
    expect(readFileSync(path.join(cwd, 'my-server/README.md'), 'utf8')).toContain('\nnpm run generate     # 1. after');
  });

  test('is what statements are checked against first', async () => {
    const file = await makeSqlite(shop);
    await create(file);
    expect(generate.mock.calls[0]?.[0].lookup).toEqual({ databases: [`shop=${file}`] });
  });

  test('has tools that write if they are asked for', async () => {
    const { definition } = await create(await makeSqlite(shop), ['--writes', '--table', 'orders']);
    expect(Object.keys(definition.tools)).toEqual([
      'list_orders',
      'get_order',
      'search_orders',
      'insert_order',
      'update_order',
      'delete_order',
    ]);
    const { insert_order: insert, update_order: update, delete_order: remove } = definition.tools;
    expect(insert?.sql).toEqual({
      statement:
        'insert into orders (customer_id, status, note)\n' +
        "values ({{customer_id}}, coalesce({{status}}, 'open'), {{note}})\n" +
        'returning id, customer_id, status, note\n',
      rows: 'one',
    });
    expect(insert?.inputSchema).toEqual({
      type: 'object',
      properties: {
        customer_id: { type: 'integer', description: 'Value of customer_id. Refers to customers.' },
        status: { type: 'string', enum: ['open', 'paid'], description: 'Value of status. Default: open.' },
        note: { type: 'string', description: 'Value of note.' },
      },
      required: ['customer_id'],
    });
    expect(update?.sql.statement).toBe(
      'update orders\n' +
        'set customer_id = coalesce({{customer_id}}, customer_id),\n' +
        '  status = coalesce({{status}}, status),\n' +
        '  note = coalesce({{note}}, note)\n' +
        'where id = {{id}}\n' +
        'returning id, customer_id, status, note\n',
    );
    expect(update?.inputSchema.required).toEqual(['id']);
    expect(remove?.sql).toEqual({
      statement: 'delete from orders\nwhere id = {{id}}\n',
      rows: 'none',
      confirm: 'Delete the row of orders with id {{id}}?',
    });
  });

  test('that cannot be opened is an error', async () => {
    const cwd = makeFolder({ 'broken.db': 'SQLite format 3\0 and nothing more' });
    const { exitCode, error } = await runInMemory(['x', '--from', 'broken.db'], { cwd });
    expect(exitCode).toBe(1);
    expect(error).toMatch(/^error: The database cannot be read: [^\n]+\.\n$/u);
    expect(readdirSync(cwd)).toEqual(['broken.db']);
  });

  test('without tables is an error', async () => {
    const file = await makeSqlite('create table t (a int); drop table t;');
    const { exitCode, error } = await runInMemory(['x', '--from', file], { cwd: makeFolder() });
    expect({ exitCode, error }).toEqual({ exitCode: 1, error: 'error: The database shop has no tables to read.\n' });
  });
});

describe('the choice of tables', () => {
  beforeAll(linkSqlite, 600_000);

  test.each([
    [['--table', 'orders'], ['orders']],
    [
      ['--table', 'ORD*', '--table', 'main.cust*'],
      ['customers', 'orders'],
    ],
    [['--table', '*_migrations'], ['knex_migrations']],
    [
      ['--table', '*'],
      ['customers', 'knex_migrations', 'orders', 'paid_orders'],
    ],
  ])('follows from %j', async (args, tables) => {
    const { definition } = await create(await makeSqlite(shop), args);
    const lists = Object.keys(definition.tools).filter((name) => name.startsWith('list_'));
    expect(lists).toEqual(tables.map((table) => `list_${table}`));
  });

  test('of a table that does not exist is an error', async () => {
    const file = await makeSqlite(shop);
    const { exitCode, error } = await runInMemory(['x', '--from', file, '--table', 'ordrs'], { cwd: makeFolder() });
    expect({ exitCode, error }).toEqual({
      exitCode: 1,
      error: 'error: No table matches "ordrs"; did you mean `orders`?\n',
    });
  });

  test('is prompted for on a terminal', async () => {
    const file = await makeSqlite(shop);
    const answers = ['some', '', 'ordrs', ' orders, paid* ', '', 'The shop', 'Sells.', 'no'];
    const { definition, questions, error } = await create(file, [], answers);
    expect(questions).toEqual([
      'Tables (all)',
      ...Array.from(
        { length: 3 },
        () =>
          'Tables, separated by commas, such as orders, sales.* (4: customers, knex_migrations, orders, paid_orders) ()',
      ),
      'Name (my-server)',
      'Title (My server)',
      'Description (Reads the database shop.)',
      'Install the dependencies with npm? (yes)',
    ]);
    expect(error).toContain('Name at least one table.\nNo table matches "ordrs"; did you mean `orders`?\n');
    expect(Object.keys(definition.tools)).toEqual(['list_orders', 'get_order', 'search_orders', 'list_paid_orders']);
  });

  test('is all tables with --yes', async () => {
    const { questions, definition } = await create(await makeSqlite(shop), ['--yes'], []);
    expect(questions).toEqual([]);
    expect(Object.keys(definition.tools)).toContain('list_customers');
  });

  test('can follow the choice of a database', async () => {
    const file = await makeSqlite(shop);
    const cwd = makeFolder();
    const answers = ['database', file, 'all', 'my-server', '', '', '', 'no'];
    const { exitCode, questions } = await runInMemory([], { cwd, answers });
    expect(exitCode).toBe(0);
    expect(questions.slice(0, 4)).toEqual([
      'Start from (sample)',
      'URL, such as postgres://user:password@host/name, or path of the SQLite file ()',
      'Tables (all)',
      'Folder (shop)',
    ]);
  });

  test('leaving the prompt creates nothing', async () => {
    const cwd = makeFolder();
    const { exitCode } = await runInMemory(['x', '--from', await makeSqlite(shop)], { cwd, answers: ['some'] });
    expect(exitCode).toBe(130);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('is required for more than 50 tables', async () => {
    const tables = Array.from({ length: 51 }, (_item, index) => `create table t${index} (id integer primary key);`);
    const file = await makeSqlite(tables.join('\n'));
    const { exitCode, error } = await runInMemory(['x', '--from', file], { cwd: makeFolder() });
    expect({ exitCode, error }).toEqual({
      exitCode: 1,
      error:
        'error: The database shop has 51 tables. Choose those that tools read: --table t0 --table t1, or --table "main.*".\n',
    });
  });

  test.each([
    [['x', '--table', 'orders'], 2, '--table and --writes can only be used with a database as --from.'],
    [['x', '--writes', '--template', 'dice'], 2, '--table and --writes can only be used with a database as --from.'],
    [['x', '--writes', '--from', 'a.yaml'], 1, '--table and --writes can only be used with a database.'],
  ])('%j is an error', async (argv, exitCode, message) => {
    const cwd = makeFolder({ 'a.yaml': 'tools: {}' });
    const outcome = await runInMemory(argv, { cwd });
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.error).toContain(message);
  });
});

describe('a hostile SQLite file', () => {
  beforeAll(linkSqlite, 600_000);

  test('becomes a definition without what it cannot contain', async () => {
    const {
      definition,
      error,
      schema: written,
    } = await create(
      await makeSqlite(`
        create table "br{{aces}}" (id integer primary key);
        create table "we""ird {a}" (id integer primary key, "x{{y}}" text, "new
line" text, "größe" text, "日本" text, "_" text, "__proto__" text, "select" text, "a b" text, "a-b" text);
        create table "注文" (id integer primary key, cursor text);
        create table "order" ("all" integer primary key);
        create table address (id integer primary key);
        create table addresses (id integer primary key);
        create table a1 (id integer primary key);
        create table a_1 (id integer primary key);
        create table tokens (token text primary key);
        create view broken as select nope from nowhere;
        create virtual table texts using fts5(body);
        create table odd (a, b "default", c text check (c in (1, 'x')), primary key (a, b));
      `),
      ['--writes', '--table', '*'],
    );
    expect(Object.keys(definition.tools).filter((name) => /^(?:list|get)_/u.test(name))).toEqual([
      'list_a1',
      'get_a1',
      'list_a_1_2',
      'get_a_1_2',
      'list_address',
      'get_address',
      'list_addresses',
      'get_addresses',
      'list_odd',
      'get_odd',
      'list_order',
      'get_order',
      'list_we_ird_a',
      'get_we_ird_a',
      'list_table',
      'get_table',
    ]);
    expect(Object.keys(definition.tools['update_we_ird_a']?.inputSchema.properties ?? {})).toEqual([
      'id',
      'grosse',
      'column',
      '_',
      'proto',
      'select',
      'a_b',
      'a_b_2',
    ]);
    expect(definition.tools['delete_we_ird_a']?.sql.confirm).toBe('Delete the row?');
    await makeSqlite(written);
    expect(error).toContain('note: broken was omitted: no such table: main.nowhere.\n');
    expect(error).toContain('note: The virtual table texts was omitted.\n');
    expect(error).toContain('note: Columns whose names a statement cannot contain were omitted: we"ird {a}.x{{y}}, ');
    expect(error).toContain(
      'note: Tables without usable columns or with an impossible name were omitted: br{{aces}}, tokens.\n',
    );
  });

  test('can have 1,000 tables and tables with 500 columns', async () => {
    const names = Array.from({ length: 500 }, (_item, index) => `column_${index} text default 'x'`);
    const tables = Array.from({ length: 1000 }, (_item, index) => `create table t${index} (id integer primary key);`);
    const file = await makeSqlite(
      `${tables.join('\n')} create table wide (id integer primary key, ${names.join(', ')});`,
    );
    const all = await create(file, ['--table', '*']);
    expect(Object.keys(all.definition.tools)).toHaveLength(2 * 1000 + 3);
    const { definition } = await create(file, ['--table', 'wide', '--writes']);
    expect(Object.keys(definition.tools)).toHaveLength(6);
    expect(definition.tools['search_wide']?.sql.statement.match(/ like /gu)).toHaveLength(10);
    expect(Object.keys(definition.tools['insert_wide']?.inputSchema.properties ?? {})).toHaveLength(100);
  });
});

describe('a missing driver', () => {
  test.each([
    ['postgres://user:pass-word@host/name', 'PostgreSQL', 'pg', 'postgres://…'],
    ['postgresql://user:pass-word@host/name', 'PostgreSQL', 'pg', 'postgres://…'],
    ['mysql://user:pass-word@host/name', 'MySQL', 'mysql2', 'mysql://…'],
    ['mariadb://user:pass-word@host/name', 'MySQL', 'mysql2', 'mysql://…'],
  ])('for %s is an error with the command', async (from, product, name, shown) => {
    drivers.areMissing = true;
    expect(await runInMemory(['x', '--from', from], { cwd: makeFolder() })).toMatchObject({
      exitCode: 1,
      out: '',
      error: `error: ${product} needs the package ${name}. Run: npx -p create-mcp-from-schema -p ${name} create-mcp-from-schema my-server --from ${shown}\n`,
    });
  });
});

describe('an address', () => {
  test.each([
    ['postgres://user:pa#ss-word@host/name', /The URL of the database is invalid\. Encode special characters/u],
    ['postgress://user:ss-word@host/name', /postgress: URLs are not supported\. Supported: https, postgres, mysql/u],
    ['postgres://user:ss-word@127.0.0.1:1/name', /The database cannot be read: connect ECONNREFUSED/u],
    ['postgres://e:e@127.0.0.1:1/name', /The database cannot be read: connect ECONNREFUSED 127\.0\.0\.1:1/u],
    ['mysql://user:ss-word@127.0.0.1:1/name', /The database cannot be read: connect ECONNREFUSED/u],
  ])('that is wrong (%s) is an error without its password', async (from, message) => {
    const { exitCode, out, error } = await runInMemory(['x', '--from', from], { cwd: makeFolder() });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(error).toMatch(message);
    expect(error).not.toContain('ss-word');
  });
});

describe('a PostgreSQL database', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 600_000);
  afterAll(() => postgres.stop());

  test('becomes a definition, and its address gets into no file and no output', async () => {
    const url = postgres.create('crm', crm);
    const {
      cwd,
      text,
      schema: written,
      out,
      error,
    } = await create(url, ['--table', 'orders', '--table', 'big_orders']);
    expect(text).toBe(crmDefinition);
    expect(written).toBe(crmSchema);
    expect(error).toBe('note: The URL was not written to a file. Set DATABASE_URL, for example in .env.\n');
    expect(generate.mock.calls[0]?.[0].lookup).toEqual({ databases: [`crm=${url}`] });
    const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
    expect([...texts, out, error].filter((each) => each.includes('secret') || each.includes(url))).toEqual([]);
    const readme = readFileSync(path.join(cwd, 'my-server/README.md'), 'utf8');
    expect(readme).toContain('\nnpm run generate -- --database   # 1. after you edit a definition, with the database');
  });

  test('with several schemas has a name for each table, and partitions belong to their table', async () => {
    const { definition, schema: written } = await create(postgres.create('schemas', schemas));
    expect(Object.keys(definition.tools)).toEqual([
      'list_log',
      'search_log',
      'list_orders',
      'get_order',
      'list_sales_orders',
    ]);
    expect(definition.tools['list_sales_orders']?.sql.statement).toBe(
      'select year, lvl\nfrom sales.orders\nwhere ({{lvl}} is null or lvl = {{lvl}})\n',
    );
    expect(written).toContain(
      "create schema if not exists sales;\n\ncreate type sales.level as enum ('low', 'high');\n",
    );
    const one = await create(postgres.create('schema', schemas), ['--table', 'sales.*']);
    expect(Object.keys(one.definition.tools)).toEqual(['list_orders']);
  });

  test('that is hostile becomes a definition without what it cannot contain', async () => {
    const {
      definition,
      text,
      schema: written,
      error,
    } = await create(postgres.create('hostile', hostile), ['--writes']);
    expect(definition.tools['list_wei_rd']?.description).toBe(
      `Lists rows of the table wei"rd. ${'long {{x}} '.repeat(50).slice(0, 499).trimEnd()}…`,
    );
    postgres.create('hostile_copy', written);
    expect(text.length).toBeLessThan(20_000);
    expect(written).toContain(`comment on column "wei""rd"."b'c" is 'It''s -- a "comment" */ ; drop table x';\n`);
    expect(definition.tools['list_wei_rd']?.sql.statement).toContain('box::text as box');
    expect(error).toContain('note: Columns for search indexes were omitted: wei"rd.words.\n');
  });

  test('shows only what its user can read', async () => {
    const url = postgres.create('limited', limited);
    const { definition } = await create(url.replace('reader:secret', 'guest:secret'));
    expect(Object.keys(definition.tools)).toEqual(['list_open', 'list_part']);
    expect(definition.tools['list_part']?.sql.statement).toBe('select a\nfrom part\n');
  });

  test('that refuses the user is an error', async () => {
    const url = postgres.create('closed', 'select 1').replace('reader:', 'nobody:');
    const { exitCode, error } = await runInMemory(['x', '--from', url], { cwd: makeFolder() });
    expect(exitCode).toBe(1);
    expect(error).toBe('error: The database cannot be read: role "nobody" does not exist.\n');
  });
});

test('a driver comes from the project, the working directory, or where the generator is', async () => {
  const { loadDriver: load } = await vi.importActual<DriverModule>('../../generator/features/sql/load-driver.js');
  const root = makeFolder({
    'node_modules/pg/package.json': '{ "name": "pg", "main": "index.js" }',
    'node_modules/pg/index.js': "exports.name = 'of the project';",
  });
  expect(await load(root, 'pg')).toEqual({ name: 'of the project' });
  const empty = makeFolder();
  mkdirSync(path.join(empty, 'inner'));
  expect(await load(path.join(empty, 'inner'), 'pg')).toHaveProperty('Client');
  expect(await load(empty, 'no-such-driver')).toBeUndefined();
});

const crm = `
create type order_status as enum ('open', 'paid');
create table customers (id bigint generated always as identity primary key, name text not null, api_key text);
create table orders (
  id uuid primary key default gen_random_uuid(),
  customer_id bigint not null references customers,
  status order_status not null default 'open',
  total numeric(12,2) not null default 0,
  placed_at timestamptz not null default now(),
  note varchar(200),
  access_token text
);
create index on orders (placed_at);
create view big_orders as select id, status, total from orders where total > 100;
comment on table orders is 'Orders of customers';
comment on column orders.note is 'What the customer wrote.';
`.replace(',\n  access_token text', '');

const schemas = `
create schema sales;
create type sales.level as enum ('low', 'high');
create table orders (id int primary key);
create table sales.orders (year int, lvl sales.level);
create table log (at timestamptz not null, message text) partition by range (at);
create table log_2024 partition of log for values from ('2024-01-01') to ('2025-01-01');
`;

const hostile = `
create table "wei""rd" (
  id int primary key, "b'c" text, "{{x}}" text, words tsvector, box box, tags text[], meta jsonb, at timestamp
);
do $$ begin
  execute 'comment on table "wei""rd" is ' || quote_literal(repeat(E'long {{x}}\\n', 10000));
end $$;
comment on column "wei""rd"."b'c" is E'It''s -- a "comment" */ ; drop\\u202e table x';
`;

const limited = `
create role guest login;
create table closed (a int);
create table open (a int);
create table part (a int, b int);
grant select on open to guest;
grant select (a) on part to guest;
`;
