import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { askServer } from '../kit/ask-server.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { appsPackage, appsPeers } from '../../generator/features/views/view-files.js';

const definition = `server: { name: shop, version: 1.0.0 }
tools:
  find_books:
    description: Finds books.
    inputSchema: { type: object, properties: {} }
    ui: { view: ./views/shelf }
  open_door:
    description: Opens the door.
    inputSchema: { type: object, properties: {} }
    ui: { view: ../views/door }
`;

const view = `import { openShelf } from '../../../generated/views/shelf.ts';
import { word } from './texts/word.ts';
openShelf().onResult(() => (document.title = word));
`;

afterEach(() => vi.unstubAllEnvs());

test(
  'a project that starts from a definition with views has their files and their packages, and builds their pages',
  { timeout: 120_000 },
  async () => {
    const cwd = makeFolder({
      'from/shop.mcp.yaml': definition,
      'from/views/shelf/view.ts': view,
      'from/views/shelf/texts/word.ts': `export const word = 'a word of the view';\n`,
      'from/views/shelf/node_modules/installed/index.js': '',
      'views/door/index.html': '<p>',
    });
    vi.stubEnv('npm_config_user_agent', 'yarn/4.18.1');
    const created = await runInMemory(['shop', '--from', 'from/shop.mcp.yaml', '--yes'], { cwd });
    expect(created.exitCode).toBe(0);
    const note = 'note: The view views/door is outside the definitions folder and was not copied.\n';
    expect(created.error).toBe(note);
    const shop = path.join(cwd, 'shop');
    expect(readFileSync(path.join(shop, 'definitions/views/shelf/view.ts'), 'utf8')).toBe(view);
    expect(existsSync(path.join(shop, 'definitions/views/shelf/node_modules'))).toBe(false);
    const { devDependencies } = readManifest(path.join(shop, 'package.json'));
    const ranges = [[appsPackage, readManifest('package.json').devDependencies?.[appsPackage]], ...appsPeers];
    expect(devDependencies).toMatchObject(Object.fromEntries(ranges));

    linkPackages(shop);
    expect(await runInMemory(['build'], { cwd: shop })).toMatchObject({ exitCode: 0 });
    const server = await askServer(path.join(shop, 'dist/server.mjs'), { carrier: 'stdio', revision: '2025-11-25' });
    const { result } = await server.ask('resources/read', { uri: 'ui://shop/shelf' });
    await server.close();
    expect(result.contents).toMatchObject([{ text: expect.stringContaining('a word of the view') as string }]);
  },
);

test('the packages for Yarn are those that the package of views asks for', () => {
  const required = createRequire(import.meta.url).resolve(`${appsPackage}/schema.json`);
  const manifest = readManifest(path.join(required.split(`${appsPackage}/`)[0] ?? '', appsPackage, 'package.json'));
  const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const needed = Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional !== true);
  expect(Object.fromEntries(appsPeers)).toEqual(Object.fromEntries(needed));
});

interface Manifest {
  readonly devDependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } };
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
