import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOrInstall } from '../kit/find-program.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { packForRegistry } from '../kit/pack-for-registry.js';
import { runCommand } from '../kit/run-command.js';
import { startRegistry, type Registry } from '../kit/start-registry.js';
import { environment, patience } from '../kit/walk-page.js';

const root = path.resolve(import.meta.dirname, '../..');

/** The package as `npm publish` packs it, once for all tests. */
let tarball: string;

/** Runs a command line as a shell does, without a terminal and outside of this test run. */
function run(command: string, cwd: string, input = '', variables: { readonly [name: string]: string } = {}): string {
  const env = { ...environment, ...variables };
  const options = { cwd, env, input, shell: true, encoding: 'utf8', timeout: patience } as const;
  const { status, stdout, stderr } = spawnSync(command, options);
  if (status !== 0) throw new Error(`${command}: exit code ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** The commands of the README's shell blocks, without comments. */
function readCommands(): readonly string[] {
  const lines = [...readme.matchAll(/```sh\n([\s\S]*?)```/gu)].flatMap(([, block = '']) => block.trim().split('\n'));
  return lines.map((line) => line.replace(/ *#.*$/u, '')).filter((line) => line !== '');
}

const { version, scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly scripts: { readonly [name: string]: string };
};
const createCommand = 'npm create mcp-from-schema@latest my-server -- --yes';

beforeAll(() => {
  tarball = packForRegistry();
}, patience);

describe('the commands of the README, in a built clone', () => {
  test('are these', () => {
    expect(readCommands()).toEqual([
      'npm ci && npm run build',
      'npx create-mcp-from-schema ../my-server --yes', // test/nodes/walk.test.ts and test/library/walk.test.ts do so
      'cd ../my-server', // and so on: test/docs/quickstart.test.ts
      'npm install',
      'npm run generate',
      'npm run build',
      'npm test',
      'npm start',
      'npx create-mcp-from-schema connect', // test/connect/
      'npx create-mcp-from-schema connect cursor --write',
    ]);
    expect(readme).toContain(`\`${createCommand}\``);
    expect(readme).toContain('`npm ci && npm run demo`');
  });

  test('npm ci && npm run demo', { timeout: patience }, () => {
    // Installed and built is this checkout, in CI as in a fresh clone.
    expect(scripts['demo']).toBe('npm run build && node definitions/demo.mjs');
    const printed = run('node definitions/demo.mjs', root);
    expect(printed).toContain('"title": "Dune"');
    expect(printed).toContain('- limit: must be at most 50, got 99');
    expect(printed).toContain('is not implemented.');
  });
});

describe('the package, from a registry', () => {
  let registry: Registry;
  let variables: { readonly [name: string]: string };
  const cwd = makeFolder();

  beforeAll(async () => {
    registry = await startRegistry(tarball);
    variables = {
      npm_config_registry: registry.url,
      // npx finds packages of earlier runs there, by their version.
      npm_config_cache: path.join(makeFolder(), 'npm-cache'),
      npm_config_yes: 'true',
    };
  }, patience);
  afterAll(() => registry.close());

  // test/docs/quickstart.test.ts installs, generates and builds such a project.
  test('npm create makes a project that depends on the version of the registry', { timeout: patience }, async () => {
    expect(await runCommand(createCommand, { cwd, variables })).toContain('npm test');
    expect(registry.requests).toContain(`/create-mcp-from-schema/-/create-mcp-from-schema-${version}.tgz`);
    expect(existsSync(path.join(cwd, 'my-server/vendor'))).toBe(false);
    const { devDependencies } = JSON.parse(readFileSync(path.join(cwd, 'my-server/package.json'), 'utf8')) as {
      readonly devDependencies: { readonly [name: string]: string };
    };
    expect(devDependencies['create-mcp-from-schema']).toBe(`^${version}`);
  });

  test.skipIf(process.platform !== 'linux')('npm create asks on a terminal', { timeout: patience }, async () => {
    const script = findOrInstall({ names: ['script'], debianPackage: 'bsdutils' });
    const command = `"${script}" -qec "stty cols 100; npm create mcp-from-schema@latest" /dev/null`;
    const printed = await runCommand(command, {
      cwd,
      variables,
      typed: [
        ['Start from', '\r'],
        ['Folder', 'asked\r'],
        ['Name', '\r'],
        ['Title', 'Asked for\r'],
        ['Description', '\r'],
        ['Install the dependencies', '\u001b[B\r'],
      ],
    });
    expect(printed).toContain('Created asked in asked');
    const definition = readFileSync(path.join(cwd, 'asked/definitions/asked.mcp.yaml'), 'utf8');
    expect(definition).toContain("title: 'Asked for'");
  });

  // test/package/release.test.ts publishes with such a script.
  test('is built before it is packed', () => {
    expect(scripts['prepack']).toBe('npm run build && node build/mark-published.mjs');
  });

  test('runs no script when it is installed', () => {
    const { scripts: published } = JSON.parse(run(`tar -xzOf ${tarball} package/package.json`, root)) as {
      readonly scripts: { readonly [name: string]: string };
    };
    const onInstall = /^(?:pre|post)?(?:install|prepare)$|^prepublish$/u;
    expect(Object.keys(published).filter((name) => onInstall.test(name))).toEqual([]);
    expect(existsSync(path.join(root, 'binding.gyp'))).toBe(false);
  });

  test('the tarball holds what it needs and nothing else', () => {
    const files = run(`tar -tzf ${tarball}`, root)
      .split('\n')
      .filter((file) => !/^$|\/$/u.test(file));
    const folders = new Set(files.map((file) => file.split('/').slice(1, 3).join('/')));
    const pages = readdirSync(path.join(root, 'docs'))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`);
    expect(
      [...folders]
        .filter((name) => !name.startsWith('dist/generator/') && !name.startsWith('dist/runtime/'))
        .toSorted(),
    ).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'THIRD-PARTY-LICENSES.txt',
        'definitions/library',
        'dist/generator',
        'dist/published',
        'dist/runtime',
        ...pages,
        'generator/front-ends',
        'generator/outputs',
        'generator/pipeline',
        'llms-full.txt',
        'llms.txt',
        'package.json',
        'skills/create-mcp-from-schema',
        'templates/definition.schema.json',
        'templates/generated',
        'templates/handlers',
        'templates/packages',
        'templates/project',
        'templates/view-assets.d.ts',
        'templates/views',
      ].toSorted(),
    );
    // With Prettier, which projects do not install separately: it takes 0.76 MB of this.
    expect(statSync(tarball).size).toBeLessThan(2_850_000);
  });
});
