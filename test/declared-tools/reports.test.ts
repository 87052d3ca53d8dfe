import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeTool } from '../../generator/tools/dev-ui/host/describe-tool.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { declaredShop } from './declared-shop.js';

await linkSqlite();
const { folder } = await createProject(declaredShop);

test('generate counts tools by the key that implements them', async () => {
  const { out } = await runInMemory(['generate', '--check'], { cwd: folder });
  expect(out).toContain('5 tools (2 with `sql`, 1 with `http`, 1 with `result`)');
});

test('inspect shows how each tool is implemented, with its statements and requests', async () => {
  const { out } = await runInMemory(['inspect'], { cwd: folder });
  expect(out).toContain(`
find_orders: Runs a SQL statement in \`shop_db\`; reads only
    select id, total from orders
    where customer_id = {{customer}}
move_orders: Runs 2 SQL statements in one transaction in \`shop_db\`
    update orders set customer_id = {{to}} where customer_id = {{from}}
    select count(*) as count from orders where customer_id = {{to}}
track: Sends a \`GET\` request to \`parcels.example.com\`
    GET https://parcels.example.com/v1/{parcel}/state
policy: Returns a static result
`);
  expect(out).not.toContain('handled: ');
});

test('inspect --json has the same facts', async () => {
  const { out } = await runInMemory(['inspect', '--json'], { cwd: folder });
  const { tools } = JSON.parse(out) as { tools: { entries: { key: string; implementation: object }[] } };
  expect(Object.fromEntries(tools.entries.map(({ key, implementation }) => [key, implementation]))).toEqual({
    find_orders: {
      kind: 'sql',
      summary: 'Runs a SQL statement in `shop_db`; reads only',
      isDeclared: true,
      code: ['select id, total from orders\nwhere customer_id = {{customer}}'],
    },
    move_orders: {
      kind: 'sql',
      summary: 'Runs 2 SQL statements in one transaction in `shop_db`',
      isDeclared: true,
      code: [
        'update orders set customer_id = {{to}} where customer_id = {{from}}',
        'select count(*) as count from orders where customer_id = {{to}}',
      ],
    },
    track: {
      kind: 'http',
      summary: 'Sends a `GET` request to `parcels.example.com`',
      isDeclared: true,
      code: ['GET https://parcels.example.com/v1/{parcel}/state'],
    },
    policy: { kind: 'result', summary: 'Returns a static result', isDeclared: true },
    handled: { kind: 'handler', summary: 'Calls a handler' },
  });
});

test('documentation for clients has the summary, and neither statements nor requests', async () => {
  await runInMemory(['docs', '--out', 'site'], { cwd: folder });
  const page = readFileSync(path.join(folder, 'site', 'server.md'), 'utf8');
  for (const fact of [
    'Runs a SQL statement in `shop_db`; reads only.',
    'Runs 2 SQL statements in one transaction in `shop_db`.',
    'Sends a `GET` request to `parcels.example.com`.',
    'Returns a static result.',
  ]) {
    expect(page).toContain(fact);
  }
  const docsPage = readFileSync(path.join(folder, 'generated', 'docs-page.ts'), 'utf8');
  const site = readdirSync(path.join(folder, 'site')).map((file) =>
    readFileSync(path.join(folder, 'site', file), 'utf8'),
  );
  for (const text of [docsPage, ...site]) expect(text).not.toMatch(/from orders|\/v1\//u);
});

test('the Dev UI shows the statements of a tool to its developer', async () => {
  const project = { root: folder, definitions: 'definitions', out: 'generated' };
  expect(await describeTool(project, 'find_orders')).toEqual({
    summary: 'Runs a SQL statement in `shop_db`; reads only',
    code: ['select id, total from orders\nwhere customer_id = {{customer}}'],
  });
  expect(await describeTool(project, 'handled')).toEqual({ summary: 'Calls a handler', code: [] });
  expect(await describeTool(project, 'nothing')).toBeUndefined();
});
