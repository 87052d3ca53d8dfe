import { afterAll, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { bundleProject } from '../kit/build-server.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { startMariaDb } from '../kit/start-mariadb.js';

const schema = `
create table orders (id int auto_increment primary key, customer int not null, status varchar(20) not null);
create table notes (id int primary key, customer int not null) engine = MyISAM;
`;
const customer = `{ type: object, properties: { customer: { type: integer, description: Id. } }, required: [customer] }`;
const definition = `
server: { name: shop, version: 1.0.0 }
databases:
  shop: { kind: mysql, url: { env: SHOP_DB } }
tools:
  cancel_orders:
    description: Cancels orders.
    inputSchema: ${customer}
    sql:
      steps:
        - { statement: "insert into orders (customer, status) values ({{customer}}, 'new')" }
        - { statement: "update orders set status = 'canceled' where customer = {{customer}}" }
      confirm: 'Cancel {{changed}} ({{dryRun.changed}})?'
    dryRun: true
  delete_notes:
    description: Deletes notes.
    inputSchema: ${customer}
    sql: { statement: 'delete from notes where customer = {{customer}}' }
    dryRun: true
`;

const database = await startMariaDb();
afterAll(() => database.stop());
const folder = makeFolder({ 'definitions/shop.mcp.yaml': definition });
linkPackages(folder);
const url = database.create('checked', schema);
const { error } = await runInMemory(['generate', '--database', url], { cwd: folder });
if (error !== '') throw new Error(error);
const server = await bundleProject(folder);

async function open(name: string, rows: string): Promise<{ readonly asked: AskedServer; list(): string }> {
  const url = database.create(name, schema + rows);
  const way = { carrier: 'stdio', revision: '2026-07-28' } as const;
  const asked = await askServer(server, way, { environment: { SHOP_DB: url } });
  return { asked, list: () => database.run(name, 'select * from orders order by id; select * from notes') };
}

test('a dry run is rolled back, for other connections and for its own', async () => {
  const { asked, list } = await open('rolled_back', `insert into orders (customer, status) values (7, 'open');`);
  const call = (input: object, more: object = {}) =>
    asked.ask('tools/call', { name: 'cancel_orders', arguments: input, ...more }, { elicitation: { form: {} } });
  expect((await call({ customer: 7, dryRun: true })).result).toMatchObject({
    structuredContent: { changed: 3 },
    _meta: { 'create-mcp-from-schema/dryRun': true },
  });
  expect(list()).toBe('1\t7\topen\n');
  const { result } = await call({ customer: 7 });
  const [[key, request]] = Object.entries(result.inputRequests as object) as [[string, { params: object }]];
  expect(request.params).toMatchObject({ message: 'Cancel 3 (3)?' });
  expect(list()).toBe('1\t7\topen\n');
  const inputResponses = { [key]: { action: 'accept', content: {} } };
  const requestState = result.requestState as string;
  expect((await call({ customer: 7 }, { requestState, inputResponses })).result).toMatchObject({
    structuredContent: { changed: 3 },
  });
  // The numbers of rows that were rolled back are skipped.
  expect(list()).toMatch(/^1\t7\tcanceled\n[3-9]\t7\tcanceled\n$/u);
  await asked.close();
});

test('a table without transactions is told apart: nothing claims that it was not changed', async () => {
  const { asked, list } = await open('kept', 'insert into notes values (1, 7);');
  expect((await asked.call('delete_notes', { customer: 7, dryRun: true })).result).toEqual({
    resultType: 'complete',
    content: [
      {
        type: 'text',
        text: 'The dry run has changed rows that the database cannot roll back. Report it to the operator.',
      },
    ],
    isError: true,
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'shop', version: '1.0.0' } },
  });
  expect(list()).toBe('');
  expect(await asked.close()).toContain('engine = InnoDB');
});
