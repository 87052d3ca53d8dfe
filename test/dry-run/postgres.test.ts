import { afterAll, expect, test } from 'vitest';
import pg from 'pg';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { startPostgres } from '../kit/start-postgres.js';

const schema = 'create table orders (id serial primary key, customer integer not null, status text not null);';
const definition = `
server: { name: shop, version: 1.0.0 }
databases:
  shop: { kind: postgres, url: { env: SHOP_DB }, schema: ./schema.sql }
tools:
  cancel_orders:
    description: Cancels orders.
    inputSchema: { type: object, properties: { customer: { type: integer, description: Id. } }, required: [customer] }
    sql:
      steps:
        - { statement: "insert into orders (customer, status) values ({{customer}}, 'new')" }
        - { statement: "update orders set status = 'canceled' where customer = {{customer}} returning id, status" }
    dryRun: true
`;

const postgres = await startPostgres();
afterAll(() => postgres.stop());

test('PostgreSQL rolls a dry run back, for other connections and for its own', async () => {
  const url = postgres.create('shop', `${schema} insert into orders (customer, status) values (7, 'open')`);
  const project = await createProject({ 'definitions/shop.mcp.yaml': definition, 'definitions/schema.sql': schema });
  const asked = await askServer(
    await project.bundle(),
    { carrier: 'stdio', revision: '2026-07-28' },
    { environment: { SHOP_DB: url } },
  );
  const client = new pg.Client(url);
  await client.connect();
  const list = async (): Promise<unknown> => (await client.query('select * from orders order by id')).rows;
  const call = async (input: object): Promise<unknown> => (await asked.call('cancel_orders', input)).result;
  expect(await call({ customer: 7, dryRun: true })).toMatchObject({
    structuredContent: {
      rows: [
        { id: 1, status: 'canceled' },
        { id: 2, status: 'canceled' },
      ],
    },
    _meta: { 'create-mcp-from-schema/dryRun': true },
  });
  expect(await list()).toEqual([{ id: 1, customer: 7, status: 'open' }]);
  await call({ customer: 7 });
  // The sequence is not rolled back.
  expect(await list()).toEqual([
    { id: 1, customer: 7, status: 'canceled' },
    { id: 3, customer: 7, status: 'canceled' },
  ]);
  await client.end();
  await asked.close();
});
