import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { check, getFileInfo, resolveConfig } from 'prettier';
import { expect, test, vi } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';

vi.mock('../../generator/tools/scaffold/pack-generator.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  packGenerator: async () => {},
}));

/** Files that `prettier --check .` complains about. */
async function listUnformatted(project: string): Promise<readonly string[]> {
  const ignorePath = ['.gitignore', '.prettierignore'].map((file) => path.join(project, file));
  const names = readdirSync(project, { recursive: true, encoding: 'utf8' });
  const checked = names.map(async (name) => {
    const file = path.join(project, name);
    if (statSync(file).isDirectory()) return [];
    const { ignored, inferredParser } = await getFileInfo(file, { ignorePath });
    if (ignored || inferredParser === null) return [];
    const options = { ...(await resolveConfig(file, { editorconfig: true })), filepath: file };
    return (await check(readFileSync(file, 'utf8'), options)) ? [] : [name];
  });
  return (await Promise.all(checked)).flat();
}

const api = `{ openapi: 3.1.0, info: { title: "Shop", version: '7' }, servers: [{ url: 'https://shop.example' }],
paths: { /orders: { get: { operationId: "list orders", summary: Lists orders, responses: { '200': { description: ok } } } } } }
`;

/** A tool whose stub has a long name, quotes, and a view. */
const tool = `  find_something_with_a_name_that_does_not_fit_into_one_line_of_code:
    description: It's "there".
    inputSchema: { type: object, properties: {} }
    ui: { view: ../views/found }
`;

/** Folders of new projects, and their arguments. */
const projects: { readonly [folder: string]: readonly string[] } = {
  shop: ['shop'],
  lib: ['lib', '--template', 'library'],
  api: ['api', '--from', 'api.yaml'],
};

const configurations: readonly (readonly [string, { readonly [file: string]: string }, readonly string[], boolean])[] =
  [
    ['its own configuration', {}, ['shop', 'api'], true],
    [
      'the configuration of its repository',
      { '.git/HEAD': '', '.prettierrc': '{ "semi": false, "printWidth": 80, "quoteProps": "consistent" }' },
      ['shop', 'lib', 'api'],
      false,
    ],
  ];

test.each(configurations)(
  'a new project is formatted with %s, and so is what is added',
  async (_, files, kinds, own) => {
    const given = { 'api.yaml': api };
    const cwd = makeFolder({ ...files, ...given });
    for (const kind of kinds) {
      expect(await runInMemory([...(projects[kind] ?? []), '--yes'], { cwd })).toMatchObject({ exitCode: 0 });
    }
    const definition = path.join(cwd, 'shop/definitions/shop.mcp.yaml');
    writeFileSync(definition, readFileSync(definition, 'utf8').replace(/^(tools:\n)/mu, `$1${tool}`));
    const added = await runInMemory(['generate'], { cwd: path.join(cwd, 'shop') });
    expect(added.out).toContain('handlers/tools/find-something-with-a-name-that-does-not-fit-into-one-line-of-code.ts');
    if (kinds.includes('api')) {
      const stub = await runInMemory(['generate', '--stub', 'list_orders'], { cwd: path.join(cwd, 'api') });
      expect(stub.out).toContain('Changed definitions/api.mcp.yaml');
    }
    const lists = await Promise.all(kinds.map((name) => listUnformatted(path.join(cwd, name))));
    // The definition that the test edited has the style of the test.
    expect(lists.flat().filter((file) => file !== 'definitions/shop.mcp.yaml')).toEqual([]);
    expect(existsSync(path.join(cwd, 'shop/.prettierrc.json'))).toBe(own);
    expect(existsSync(path.join(cwd, 'shop/.prettierignore'))).toBe(true);
  },
);

test('copies of files stay as they are, and Prettier leaves them and generated files alone', async () => {
  const copied = 'server: {name: "notes",version: 1.0.0}\n';
  const cwd = makeFolder({ 'from/notes.mcp.yaml': copied });
  await runInMemory(['notes', '--from', 'from', '--yes'], { cwd });
  expect(readFileSync(path.join(cwd, 'notes/definitions/notes.mcp.yaml'), 'utf8')).toBe(copied);
  const program = path.resolve(import.meta.dirname, '../../node_modules/prettier/bin/prettier.cjs');
  const options = { cwd: path.join(cwd, 'notes') };
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--check', '.'], options);
  expect(stdout).toBe('Checking formatting...\nAll matched files use Prettier code style!\n');
});

test('options of the project replace those of a new one, and plugins that are not installed are skipped', async () => {
  const cwd = makeFolder({
    'package.json': '{ "devDependencies": { "prettier": "^3.0.0" } }',
    'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }\ntools:\n${tool}`,
  });
  const folder = 'handlers/tools/';
  const name = 'find-something-with-a-name-that-does-not-fit-into-one-line-of-code';
  await runInMemory(['generate'], { cwd });
  expect(readFileSync(path.join(cwd, folder, `${name}.ts`), 'utf8')).toContain(
    'from "create-mcp-from-schema/runtime";\n',
  );
  putFiles(cwd, {
    '.prettierrc.json': '{ "semi": false, "plugins": ["prettier-plugin-not-there"] }',
    'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }\ntools:\n${tool.replace(/ find/u, ' get')}`,
  });
  await runInMemory(['generate'], { cwd });
  expect(readFileSync(path.join(cwd, folder, `${name.replace('find', 'get')}.ts`), 'utf8')).toContain(
    'from "create-mcp-from-schema/runtime"\n',
  );
});
