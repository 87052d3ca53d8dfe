import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { diagnose, print } from '../definitions/diagnose.js';

const definition = (list: string) => `
server: { name: shop, version: 1.0.0 }
resourceTemplates:
  shop://tables/{table}:
    name: table
    mimeType: text/plain
    list: ${list}
  shop://views/{view}:
    name: view
    list: { handler: ./views.ts#listViews }
`;

const views = `export const listViews = () => [{ uri: 'shop://views/v', name: 'v' }];\n`;

test('a template whose resources a handler lists has a stub for it, which lists none', async () => {
  const project = await createProject({
    'definitions/shop.mcp.yaml': definition('handler'),
    'definitions/views.ts': views,
  });
  expect(project.report.write?.created).toContain('handlers/lists/table.ts');
  expect(project.report.write?.unimplemented).toContain('handlers/lists/table.ts');
  const stub = path.join(project.folder, 'handlers/lists/table.ts');
  expect(await readFile(stub, 'utf8'))
    .toBe(`import type { ResourceListResult, ResourceListHandler } from 'create-mcp-from-schema/runtime';
import type { ServerApp } from '../../generated/handlers.ts';

/** Lists the resources of \`shop://tables/{table}\`. */
export const listTable: ResourceListHandler<ServerApp> = async (
  context,
): Promise<ResourceListResult> => {
  return [];
};
`);
  expect(await typeCheck(project.folder)).toBe('');
  const list = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: {} };
  const unimplemented = await talk(await project.bundle(), [list]);
  expect(unimplemented.messages[0]?.result).toEqual({ resources: [{ uri: 'shop://views/v', name: 'v' }] });
  const code = `export const listTable = async () => [{ uri: 'shop://tables/t', name: 't' }];\n`;
  await writeFile(stub, code);
  const implemented = await talk(await project.bundle(), [list]);
  expect(implemented.messages[0]?.result).toEqual({
    resources: [
      { uri: 'shop://tables/t', name: 't', mimeType: 'text/plain' },
      { uri: 'shop://views/v', name: 'v' },
    ],
  });
  await writeFile(stub, code.replace('name', 'nmae'));
  expect(await typeCheck(project.folder)).toContain(`Property 'name' is missing`);
});

test.each([
  ['handler', []],
  ['{ handler: ./views.ts#listViews }', []],
  ['handlr', ['invalid-value 7:11']],
  ['[a]', ['invalid-value 7:11']],
  ['{}', ['missing-key 7:5']],
  ['{ handler: ./gone.ts#list }', ['missing-file 7:22']],
])('`list: %s` is checked', async (list, wanted) => {
  const files = { 'definitions/shop.mcp.yaml': definition(list), 'definitions/views.ts': views };
  expect(await diagnose(files)).toEqual(wanted);
});

test('two functions of the same name are an error', async () => {
  const tool = 'tools: { list_table: { description: Lists. } }\n';
  const files = { 'definitions/shop.mcp.yaml': definition('handler') + tool, 'definitions/views.ts': views };
  expect(await print(files)).toContain('would both generate the function listTable');
});
