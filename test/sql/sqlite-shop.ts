import { linkSqlite } from '../kit/link-sqlite.mjs';

/** Tables of the shop that the tests use, for SQLite. */
export const schema = `
create table customers (id integer primary key, name text not null, email text unique);
create table orders (
  id integer primary key,
  customer_id integer not null references customers(id),
  status text not null default 'open' check (status in ('open', 'paid', 'sent')),
  total integer not null,
  note text,
  placed_at text not null
);
create table items (order_id integer not null references orders(id), product text not null, quantity integer not null);
`;

const rows = `
insert into customers values (1, 'Ada', 'ada@example.com'), (2, 'Bob', null);
insert into orders (id, customer_id, status, total, note, placed_at) values
  (1, 1, 'open', 500, null, '2026-01-01'),
  (2, 1, 'paid', 700, 'gift', '2026-01-02'),
  (3, 1, 'sent', 100, null, '2026-01-02'),
  (4, 2, 'open', 900, null, '2026-01-03');
insert into items values (1, 'tea', 2), (2, 'pot', 1);
`;

/** Definition of a server with tools of every form. */
export const definition = `
server: { name: shop, version: 1.0.0 }
databases:
  shop: { kind: sqlite, file: ./shop.db, url: { env: SHOP_DB }, schema: ./schema.sql }
tools:
  find_orders:
    description: Lists the orders of a customer.
    inputSchema:
      type: object
      properties:
        customer: { type: integer, description: Id of the customer. }
        status: { type: array, items: { enum: [open, paid, sent] }, description: Only these. }
        sort: { enum: [placed_at, total], default: placed_at, description: Order of the rows. }
        direction: { enum: [asc, desc], default: asc, description: Direction. }
      required: [customer]
    sql:
      statement: |
        select id, total, note, placed_at from orders
        where customer_id = {{customer}}
          and ({{status}} is null or status in (select value from json_each({{status}})))
        order by {{sort | column}} {{direction | keyword}}, id
      limit: 2
  get_customer:
    description: Returns a customer.
    inputSchema: { type: object, properties: { id: { type: integer, description: Id. } }, required: [id] }
    sql:
      statement: select id, name, email from customers where id = {{id}}
      rows: maybe-one
  need_customer:
    description: Returns a customer who exists.
    inputSchema: { type: object, properties: { id: { type: integer, description: Id. } }, required: [id] }
    sql: { statement: 'select id, name from customers where id >= {{id}}', rows: one }
  rename_customer:
    description: Renames a customer.
    inputSchema:
      type: object
      properties: { id: { type: integer, description: Id. }, name: { type: string, description: Name. } }
      required: [id, name]
    sql: { statement: 'update customers set name = {{name}} where id = {{id}}' }
  delete_orders:
    description: Deletes the open orders of a customer.
    inputSchema: { type: object, properties: { customer: { type: integer, description: Id. } }, required: [customer] }
    sql:
      statement: delete from orders where customer_id = {{customer}} and status = 'sent'
      confirm: Delete {{changed}} orders of customer {{customer}}?
  place_order:
    description: Places an order with one item.
    inputSchema:
      type: object
      properties:
        customer: { type: integer, description: Id of the customer. }
        product: { type: string, description: Product. }
        quantity: { type: integer, description: Number. }
      required: [customer, product, quantity]
    sql:
      steps:
        - name: placed
          statement: |
            insert into orders (customer_id, total, placed_at) values ({{customer}}, 0, '2026-02-01') returning id
        - statement: insert into items values ({{placed.id}}, {{product}}, {{quantity}})
        - statement: select o.id, count(*) as items from orders o join items i on i.order_id = o.id where o.id = {{placed.id}} group by o.id
      rows: one
  count_orders:
    description: Counts the orders of a customer.
    inputSchema: { type: object, properties: { customer: { type: integer, description: Id. } }, required: [customer] }
    sql: { statement: 'select count(*) as orders from orders where customer_id = {{customer}}', rows: one }
    implement: true
  page_orders:
    description: Lists all orders.
    sql:
      statement: select id, total, placed_at from orders
      page: { by: [placed_at desc, id] }
      limit: 2
resources:
  shop://statuses:
    name: statuses
    sql: { statement: 'select status, count(*) as orders from orders where id <= 4 group by status order by status' }
resourceTemplates:
  shop://customers/{id}:
    name: customer
    variables:
      id: { complete: { sql: { statement: "select id from customers where id like {{value}} || '%' order by id" } } }
    sql: { statement: 'select id, name, email from customers where id = {{id}}', rows: one }
prompts:
  thank:
    description: Thanks a customer.
    arguments: { id: { description: Id., required: true } }
    sql: { statement: 'select name, email from customers where id = {{id}}', rows: one }
    messages:
      - { role: user, content: 'Thank {{name}} ({{email}}), number {{id}}.' }
  summarize:
    description: Summarizes the customers.
    sql: { statement: select name from customers where id = 1 }
    messages:
      - { role: user, content: 'Summarize {{rows}}' }
  greet:
    description: Greets a customer.
    arguments:
      name: { description: Name., complete: { sql: { statement: "select name from customers where name like {{value}} || '%' order by name" } } }
    messages:
      - { role: user, content: 'Greet {{name}}.' }
`;

/** Creates the database of the shop. */
export async function createDatabase(file: string): Promise<void> {
  await linkSqlite();
  const open = await openDriver();
  const database = open(file);
  database.exec(schema);
  database.exec(rows);
  database.close();
}

/** Runs statements in a database. */
export async function runStatements(file: string, text: string): Promise<void> {
  const open = await openDriver();
  const database = open(file);
  database.exec(text);
  database.close();
}

interface Database {
  exec(text: string): void;
  close(): void;
}

async function openDriver(): Promise<(file: string) => Database> {
  const name = process.versions.node.startsWith('20.') ? 'better-sqlite3' : 'node:sqlite';
  const loaded = (await import(name)) as {
    readonly default?: new (file: string) => Database;
    readonly DatabaseSync?: new (file: string) => Database;
  };
  const Driver = loaded.DatabaseSync ?? loaded.default;
  if (!Driver) throw new Error('There is no SQLite.');
  return (file) => new Driver(file);
}
