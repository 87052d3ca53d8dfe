import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compileTemplates } from '../../generator/core/code/templates.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';
import { scaffold, type ScaffoldOptions } from '../../generator/tools/scaffold/scaffold.js';
import { agentsView } from '../../generator/tools/scaffold/agents-view.js';
import { makeFolder } from '../kit/make-folder.js';
import { readProjectTemplates } from './read-project-templates.js';

const identity = { name: 'shop', title: 'Shop', description: 'Sells things.' };

let template: (view: object) => string;

beforeAll(async () => {
  const render = compileTemplates(await readProjectTemplates());
  template = (view) => render('project/AGENTS.md', view);
});

function describeProject(options: Partial<Parameters<typeof agentsView>[0]> = {}): string {
  const view = agentsView({
    definitions: ['definitions/shop.mcp.yaml'],
    hasHandlers: true,
    callsApi: false,
    ...options,
  });
  return template({ ...view, isVendored: false });
}

async function create(files: { readonly [file: string]: string }, options: Partial<ScaffoldOptions> = {}) {
  const directory = makeFolder(files);
  const report = await scaffold({ ...identity, directory, ...options });
  return { directory, report };
}

test('a page for coding agents has at most 700 words, also in a project with everything', () => {
  const view = {
    ...agentsView({ definitions: ['definitions/crm/api.yaml'], hasHandlers: true, callsApi: true }),
  };
  const text = template({ ...view, documents: '`definitions/crm/`', databases: true, isVendored: true });
  expect(text.split(/\s+/u).length).toBeLessThanOrEqual(700);
});

test.each([
  ['npm', 'npm run generate', '`npm test`', 'npx create-mcp-from-schema evaluate'],
  ['pnpm', 'pnpm run generate', '`pnpm test`', 'pnpm exec create-mcp-from-schema evaluate'],
  ['yarn', 'yarn run generate', '`yarn test`', 'yarn create-mcp-from-schema evaluate'],
  ['bun', 'bun run generate', '`bun run test`', 'bunx create-mcp-from-schema evaluate'],
])('its commands are those of %s', (manager, ...commands) => {
  const text = describeProject({ manager });
  for (const command of commands) expect(text).toContain(command);
  if (manager !== 'npm') expect(text).not.toMatch(/\bnpm |\bnpx /u);
});

test('the pages that it names are in the package', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const pages = [...describeProject().matchAll(/node_modules\/create-mcp-from-schema\/([\w./-]+)/gu)].map(
    ([, page]) => page,
  );
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(readFileSync(path.join(root, page ?? ''), 'utf8')).not.toBe('');
});

test('the recipes are valid definitions', async () => {
  const recipes = [...describeProject().matchAll(/```yaml\n([\s\S]*?)```/gu)].map(([, yaml]) => yaml ?? '');
  const files = recipes.map((yaml, index) => [`definitions/r${index}.mcp.yaml`, yaml] as const);
  const root = makeFolder({
    ...Object.fromEntries(files),
    'definitions/server.mcp.yaml': `server: { name: s, version: 1.0.0 }\ntools: { archive_note: { description: Archives a note. }, find_notes: { description: Finds notes. } }\n`,
    'definitions/schema.sql':
      'create table orders (id integer primary key, customer_id integer not null, total integer not null);',
    'definitions/crm.openapi.yaml': `openapi: 3.1.0
info: { title: CRM, version: '1' }
servers: [{ url: https://crm.example.com }]
paths:
  /orders: { get: { operationId: listOrders, summary: Lists orders., responses: { '200': { description: Orders. } } } }
  /admin/users: { get: { operationId: listUsers, tags: [admin], summary: Lists users., responses: { '200': { description: Users. } } } }
`,
  });
  const { diagnostics, resolved } = await readDefinitions(root, 'definitions', new Map());
  expect(diagnostics.filter(({ code }) => code !== 'sql-unchecked')).toEqual([]);
  expect(resolved.model.tools.map(({ name }) => name).toSorted()).toEqual([
    'archive_note',
    'delete_note',
    'find_notes',
    'find_orders',
    'list_orders',
  ]);
});

test('a new project has AGENTS.md, and CLAUDE.md that imports it', async () => {
  const { directory } = await create({});
  expect(await readFile(path.join(directory, 'AGENTS.md'), 'utf8')).toContain('npm run generate');
  expect(await readFile(path.join(directory, 'CLAUDE.md'), 'utf8')).toBe('@AGENTS.md\n');
});

test.each([
  [{ 'AGENTS.md': 'Mine.\n' }, 'Mine.\n', undefined],
  [{ 'AGENTS.md': 'Mine.\n', 'CLAUDE.md': 'Mine too.\n' }, 'Mine.\n', 'Mine too.\n'],
  [{ 'CLAUDE.md': 'Mine too.\n' }, expect.stringContaining('npm run generate'), 'Mine too.\n'],
])('existing instructions are kept: %j', async (files: { readonly [file: string]: string }, agents, claude) => {
  const { directory, report } = await create(files);
  expect(report.kind).toBe('created');
  expect(await readFile(path.join(directory, 'AGENTS.md'), 'utf8')).toEqual(agents);
  expect(await readFile(path.join(directory, 'CLAUDE.md'), 'utf8').catch(() => undefined)).toBe(claude);
});

test('instructions are kept when the project cannot be created', async () => {
  const directory = makeFolder({ 'AGENTS.md': 'Mine.\n' });
  const fail = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' }));
  const report = await scaffold({ ...identity, directory }, { pack: fail, generate: fail });
  expect(report.kind).toBe('refused');
  expect(await readFile(path.join(directory, 'AGENTS.md'), 'utf8')).toBe('Mine.\n');
});
