import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Minutes that a command may take: it may have to download. */
const patience = 5 * 60_000;

let folder: string;
let clone: string;

/** Files that a clone of the working tree would hold. */
function listFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
}

/** Runs a command line as a shell does, without a terminal and outside of this test run. */
function run(command: string, cwd: string, input = ''): string {
  const outside = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV|NODE_OPTIONS)/u.test(name));
  const quick = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' };
  const env = { ...Object.fromEntries(outside), ...quick };
  const { status, stdout, stderr } = spawnSync(command, {
    cwd,
    env,
    input,
    shell: true,
    encoding: 'utf8',
    timeout: patience,
  });
  if (status !== 0) throw new Error(`${command}: exit code ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** The commands of the README's shell blocks. */
function readCommands(): readonly string[] {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  return [...readme.matchAll(/```sh\n([\s\S]*?)```/gu)].flatMap(([, block = '']) => block.trim().split('\n'));
}

const listTools = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';

beforeAll(() => {
  folder = makeFolder();
  clone = path.join(folder, 'create-mcp-from-schema');
  for (const file of listFiles()) {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(clone, file));
  }
});

describe('the commands of the README, in a fresh clone', () => {
  test('are these', () => {
    expect(readCommands()).toEqual([
      'npm ci && npm run demo',
      'npm ci && npm test', // what runs this file
      'npm ci && npm run build',
      'npx create-mcp-from-schema ../my-server --yes',
      'npm pack',
      'npx --yes --package ./create-mcp-from-schema-0.3.0.tgz create-mcp-from-schema ../my-other-server --yes',
      'npm install',
      'npm run generate',
      'npm run build',
      'npm start',
      'npm test',
    ]);
  });

  test('npm ci && npm run demo', { timeout: patience }, () => {
    const printed = run('npm ci && npm run demo', clone);
    expect(printed).toContain('"title": "Dune"');
    expect(printed).toContain('- limit: must be <= 50, got 99');
    expect(printed).toContain('is not implemented yet.');
  });

  test('a project made from the clone', { timeout: patience }, () => {
    // The demo has run `npm ci` and `npm run build` here.
    expect(run('npx create-mcp-from-schema ../my-server --yes', clone)).toContain('npm test');
    expect(run('npx create-mcp-from-schema --version', clone)).toContain('0.3.0');
    const project = path.join(folder, 'my-server');
    run('npm install', project);
    expect(run('npm run generate', project)).toContain('Generated 1 tool');
    run('npm run build', project);
    expect(run('npm start --silent', project, listTools)).toContain('"name":"roll_dice"');
    run('npm test', project);
  });

  test('a project made from the tarball', { timeout: patience }, () => {
    run('npm pack', clone);
    run(
      'npx --yes --package ./create-mcp-from-schema-0.3.0.tgz create-mcp-from-schema ../my-other-server --yes',
      clone,
    );
    const project = path.join(folder, 'my-other-server');
    run('npm install', project);
    run('npm run check', project);
    run('npm run build', project);
    expect(run('npm start --silent', project, listTools)).toContain('"name":"roll_dice"');
  });

  test('the tarball holds what it needs and nothing else', () => {
    const tarball = path.join(clone, 'create-mcp-from-schema-0.3.0.tgz');
    const files = run(`tar -tzf ${tarball}`, clone).trim().split('\n');
    const folders = new Set(files.map((file) => file.split('/').slice(1, 3).join('/')));
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
        'definitions/library',
        'dist/generator',
        'dist/runtime',
        'docs/client.md',
        'docs/code-mode.md',
        'docs/coming-from.md',
        'docs/authorization.md',
        'docs/botserver.md',
        'docs/definition-format.md',
        'docs/dev.md',
        'docs/diagnostics.md',
        'docs/diff.md',
        'docs/github-walk.md',
        'docs/handlers.md',
        'docs/hosts.md',
        'docs/http.md',
        'docs/library-walk.md',
        'docs/openapi.md',
        'docs/operations.md',
        'docs/packages.md',
        'docs/performance.md',
        'docs/performance.svg',
        'docs/profiles.md',
        'docs/real-servers.md',
        'docs/regenerate.md',
        'docs/scaling.md',
        'docs/testing.md',
        'package.json',
        'templates/definition.schema.json',
        'templates/generated',
        'templates/handlers',
        'templates/project',
      ].toSorted(),
    );
    expect(statSync(tarball).size).toBeLessThan(1_300_000);
  });
});
