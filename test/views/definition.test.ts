import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GenerateReport } from '../../generator/generate.js';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder, putFiles } from '../kit/make-folder.js';

/** A definition whose tool has this `ui`, in line 3; the value begins in column 31. */
const tool = (ui: string, others = ''): string =>
  `server: { name: s, version: 1.0.0 }\ntools:\n  t: { description: Does., ui: ${ui} }\n${others}`;

const files = { 'views/shelf/view.ts': 'export {};', 'views/other/index.html': '<p>', 'views/empty/readme.md': '' };

async function generate(
  definition: string,
  more: { readonly [file: string]: string } = files,
): Promise<GenerateReport> {
  const folder = makeFolder({ 'definitions/a.mcp.yaml': definition, ...more });
  linkPackages(folder);
  return generateIn(folder);
}

function generateIn(root: string): Promise<GenerateReport> {
  const folders = { root, definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return runGenerator({ ...folders, check: false, force: false, strict: false });
}

function print({ diagnostics }: GenerateReport): readonly string[] {
  return diagnostics.map(({ code, location }) => `${code} ${location?.line}:${location?.column}`);
}

const cases: readonly (readonly [what: string, definition: string, wanted: readonly string[]])[] = [
  ['a folder', tool('{ view: ../views/shelf }'), []],
  ['a folder with a slash', tool('{ view: ../views/shelf/ }'), []],
  ['a file', tool('{ view: ../views/shelf/view.ts }'), []],
  ['a folder that is not there', tool('{ view: ../views/new }'), []],
  ['visibility alone', tool('{ visibility: [app] }'), []],
  ['nothing', tool('{}'), ['invalid-value 3:32']],
  ['an unknown key', tool('{ view: ../views/shelf, border: true }'), ['unknown-key 3:56']],
  ['a file that is not there', tool('{ view: ../views/shelf/main.ts }'), ['missing-file 3:40']],
  ['a folder without a page', tool('{ view: ../views/empty }'), ['invalid-view 3:40']],
  ['a folder outside of the project', tool('{ view: ../../views/shelf }'), ['invalid-view 3:40']],
  ['an absolute path', tool('{ view: /views/shelf }'), ['invalid-value 3:40']],
  ['a path without a dot', tool('{ view: views/shelf }'), ['invalid-value 3:40']],
  ['a name with a quote', tool(`{ view: "../views/she'lf" }`), ['invalid-value 3:40']],
  ['another kind of file', tool('{ view: ../views/shelf.css }'), ['invalid-value 3:40']],
  ['settings without a view', tool('{ prefersBorder: true }'), ['missing-key 3:34']],
  ['nobody who may call', tool('{ visibility: [] }'), ['invalid-value 3:46']],
  ['an unknown caller', tool('{ visibility: [user] }'), ['invalid-value 3:47']],
  [
    'an origin with a path',
    tool("{ view: ../views/shelf, csp: { connectDomains: ['https://a.b/c'] } }"),
    ['invalid-value 3:80'],
  ],
  [
    'an origin that adds a directive',
    tool(`{ view: ../views/shelf, csp: { connectDomains: ["https://a.b; script-src *"] } }`),
    ['invalid-value 3:80'],
  ],
  [
    'an origin for everything',
    tool(`{ view: ../views/shelf, csp: { resourceDomains: ['*'] } }`),
    ['invalid-value 3:81'],
  ],
  [
    'a permission with a value',
    tool('{ view: ../views/shelf, permissions: { camera: { a: 1 } } }'),
    ['invalid-value 3:79'],
  ],
  ['an unknown permission', tool('{ view: ../views/shelf, permissions: { usb: {} } }'), ['unknown-key 3:71']],
  ['a domain with a path', tool('{ view: ../views/shelf, domain: a.b/c }'), ['invalid-value 3:64']],
  [
    'an own `_meta`',
    tool("{ view: ../views/shelf }, _meta: { ui: {}, 'ui/resourceUri': x }"),
    ['conflicting-keys 3:67', 'conflicting-keys 3:75'],
  ],
  [
    'tools with settings that contradict each other',
    tool(
      '{ view: ../views/shelf, prefersBorder: true, domain: a }',
      '  u: { description: Does., ui: { view: ../views/shelf, prefersBorder: false, domain: b } }\n',
    ),
    ['conflicting-keys 4:78', 'conflicting-keys 4:56'],
  ],
  [
    'two views with one name',
    tool('{ view: ../views/shelf }', '  u: { description: Does., ui: { view: ../more/Shelf } }\n'),
    ['colliding-names 4:40'],
  ],
  [
    'a resource with the URI of a view',
    tool('{ view: ../views/shelf }', 'resources: { ui://s/shelf: { name: own, text: a } }\n'),
    ['duplicate-name 3:40'],
  ],
];

describe('the key `ui`', () => {
  test.each(cases)('%s', async (_, definition, wanted) => {
    expect(print(await generate(definition)).toSorted()).toEqual([...wanted].toSorted());
  });

  test('a project without the package is told the command that installs it', async () => {
    const folder = makeFolder({
      'definitions/a.mcp.yaml': tool('{ view: ../views/shelf }'),
      ...files,
      'package.json': '{}',
    });
    const report = await generateIn(folder);
    expect(report.ok).toBe(true);
    expect(print(report)).toEqual(['missing-package 3:40']);
    expect(report.diagnostics[0]?.help).toBe('Run `npm install --save-dev @modelcontextprotocol/ext-apps`.');
  });

  test('views: the help for a missing package named npm under other package managers', async () => {
    const help = async (more: { readonly [file: string]: string }): Promise<string | undefined> => {
      const definitions = { 'app/definitions/a.mcp.yaml': tool('{ view: ../views/shelf }') };
      const folder = path.join(makeFolder({ ...definitions, 'app/package.json': '{}', ...more }), 'app');
      return (await generateIn(folder)).diagnostics.find(({ code }) => code === 'missing-package')?.help;
    };
    const apps = '@modelcontextprotocol/ext-apps';
    const yarn = `Run \`yarn add --dev ${apps} @modelcontextprotocol/client@^2.0.0 @modelcontextprotocol/core@^2.0.0 zod@^4.2.0\`.`;
    expect(await help({ 'app/yarn.lock': '' })).toBe(yarn);
    expect(await help({ 'app/pnpm-lock.yaml': '' })).toBe(`Run \`pnpm add --save-dev ${apps}\`.`);
    // A workspace has its lockfile in the folder above.
    expect(await help({ 'pnpm-lock.yaml': '' })).toBe(`Run \`pnpm add --save-dev ${apps}\`.`);
    expect(await help({ 'app/bun.lock': '' })).toBe(`Run \`bun add --dev ${apps}\`.`);
    expect(await help({ 'app/package-lock.json': '{}', 'yarn.lock': '' })).toBe(
      `Run \`npm install --save-dev ${apps}\`.`,
    );
    // The key that says it is more certain than a file that is left over.
    const named = { 'app/package.json': '{ "packageManager": "yarn@4.9.1" }', 'app/package-lock.json': '{}' };
    expect(await help(named)).toBe(yarn);
    expect(await help({ 'app/package.json': '{ "packageManager": "$(rm -rf ~)@1" }' })).toBe(
      `Run \`npm install --save-dev ${apps}\`.`,
    );
  });

  test('views: the help for a missing package follows a change of the package manager', async () => {
    const folder = makeFolder({
      'definitions/a.mcp.yaml': tool('{ view: ../views/shelf }'),
      ...files,
      'package.json': '{}',
    });
    await generateIn(folder);
    putFiles(folder, { 'pnpm-lock.yaml': '' });
    expect((await generateIn(folder)).diagnostics[0]?.help).toContain('pnpm add');
  });

  test('a project that lists the package is to be installed, and hears nothing', async () => {
    const manifest = '{"devDependencies":{"@modelcontextprotocol/ext-apps":"^2.0.4"}}';
    const definition = { 'definitions/a.mcp.yaml': tool('{ view: ../views/shelf }'), 'package.json': manifest };
    expect(print(await generateIn(makeFolder({ ...definition, ...files })))).toEqual([]);
  });

  test('a link that leads out of the project is no view', async () => {
    const outside = makeFolder({ 'view.ts': 'export {};' });
    const folder = makeFolder({ 'definitions/a.mcp.yaml': tool('{ view: ../views/shelf }') });
    linkPackages(folder);
    mkdirSync(path.join(folder, 'views'));
    symlinkSync(outside, path.join(folder, 'views/shelf'));
    expect(print(await generateIn(folder))).toEqual(['invalid-view 3:40']);
  });
});
