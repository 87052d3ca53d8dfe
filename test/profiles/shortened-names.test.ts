import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { findProfiles } from '../../generator/pipeline/profiles/client-profiles.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { byId, talk } from '../kit/talk.js';

const long = 'actions_create-or-update-selected-repository-access-';
const idsOf = ['variable', 'secret'].map((end) => `${long}${end}`);

const definition = (more: string) => `
server: { name: office, version: 1.0.0 }
openapi:
  api:
    document: ./api.yaml
    tools:
      named: { name: a_name_that_a_person_chose_and_that_is_much_too_long_for_it }
      ${more}
`;

const document = `
openapi: 3.1.0
info: { title: T, version: '1' }
servers: [{ url: 'http://127.0.0.1:9' }]
paths:
  /short: { get: { operationId: short, responses: { '200': { description: d } } } }
  /named: { get: { operationId: named, responses: { '200': { description: d } } } }
${idsOf.map((id) => `  /${id}: { get: { operationId: ${id}, summary: About ${id}, responses: { '200': { description: d } } } }`).join('\n')}
`;

// The limit of Cursor is 59 characters together with the name of the server, \`office\`.
const shortened = /^actions_create-or-update-selected-repository_[0-9a-f]{8}$/u;

function makeProject(more = '') {
  const folder = makeFolder({ 'definitions/office.mcp.yaml': definition(more), 'definitions/api.yaml': document });
  linkPackages(folder);
  const run = (...argv: readonly string[]) => runInMemory(argv, { cwd: folder });
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  const listNames = async () =>
    [...(await read('generated/descriptors.ts')).matchAll(/^ +name: '"(.*)"',$/gmu)].map(([, name = '']) => name);
  return { folder, run, read, listNames };
}

const whole = ['short', 'a_name_that_a_person_chose_and_that_is_much_too_long_for_it', ...idsOf];

test('generate --profile shortens the names of operations, not those of the user, and the next runs keep them', async () => {
  const { run, read, listNames } = makeProject();
  await run('generate');
  expect(await listNames()).toEqual(whole);
  const types = await read('generated/types.ts');

  const { exitCode, error } = await run('generate', '--profile', 'vscode');
  expect(exitCode).toBe(0);
  expect(error.match(/tool-name-length/gu)).toHaveLength(1);
  expect(error).toContain('`a_name_that_a_person_chose_and_that_is_much_too_long_for_it`');
  const names = await listNames();
  expect(names).toEqual([...whole.slice(0, 2), expect.stringMatching(shortened), expect.stringMatching(shortened)]);
  expect(new Set(names).size).toBe(4);
  expect(await read('generated/types.ts')).toBe(types);
  expect((await run('generate', '--check')).exitCode).toBe(0);

  await run('generate', '--profile', 'none');
  expect(await listNames()).toEqual(names);

  const { run: runNew, listNames: listNew } = makeProject();
  await runNew('generate', '--profile', 'cursor', '--profile', 'vscode', '--keep-going');
  expect((await runNew('generate', '--profile', 'vscode')).exitCode).toBe(0);
  expect(await listNew()).toEqual(names);
});

test('inspect says which names --profile can shorten', async () => {
  const { run } = makeProject();
  const { out } = await run('inspect', '--profile', 'cursor');
  const [, user = '', made = ''] = out.split('error tool-name-length');
  expect(user).toContain('a_name_that_a_person_chose');
  expect(user).not.toContain('--profile');
  expect(made).toContain('`generate --profile cursor` adapts it.');
});

test('a shortened tool is implemented, described and called by its operationId or its name', async () => {
  const { run: runFirst, listNames } = makeProject();
  await runFirst('generate', '--profile', 'vscode');
  const [, , variable = '', secret = ''] = await listNames();

  const more = `${secret}: { title: Secretly }\n    implement: [${idsOf[0]}, ${secret}]`;
  const { folder, run, read } = makeProject(more);
  expect(await run('generate', '--profile', 'vscode')).toMatchObject({ exitCode: 0 });
  expect(await read('handlers/tools/actions-create-or-update-selected-repository-access-secret.ts')).toContain(
    'export const actionsCreateOrUpdateSelectedRepositoryAccessSecret: ActionsCreateOrUpdateSelectedRepositoryAccessSecret',
  );
  await build({
    absWorkingDir: folder,
    entryPoints: ['generated/server.ts'],
    outfile: 'dist/server.mjs',
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  // Without the profile the tools keep their names, and the settings their keys.
  expect(await run('generate', '--profile', 'none')).toMatchObject({ exitCode: 0, error: '' });
  const { messages } = await talk(path.join(folder, 'dist/server.mjs'), [
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: variable, arguments: {} } },
    { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: idsOf[0], arguments: {} } },
  ]);
  const [list, called, unknown] = byId(messages);
  expect(list?.result.tools.at(-1)).toMatchObject({ name: secret, title: 'Secretly' });
  expect(called?.result.content[0].text).toContain('cannot be reached');
  expect(unknown?.error?.code).toBe(-32602);
});

test('operations in discover mode keep their names: these are arguments', async () => {
  const folder = makeFolder({
    'definitions/office.mcp.yaml': definition('').replace('    tools:', '    mode: discover\n    tools:'),
    'definitions/api.yaml': document,
  });
  const { resolved } = await readDefinitions(folder, 'definitions', new Map(), {}, findProfiles(['cursor']));
  expect(resolved.model.tools.map(({ name }) => name)).toEqual([
    'search_operations',
    'describe_operation',
    'call_operation',
    ...whole,
  ]);
});
