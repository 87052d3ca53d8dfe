import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { formatReport } from '../../generator/outputs/diff/format-report.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { diffDefinitions } from './diff-definitions.js';

let folder: string;
beforeEach(async () => {
  folder = makeFolder();
});

function definition(limit: number, more = '', version = '1.0.0'): string {
  return `server: { name: shop, version: ${version} }
tools:
  find:
    description: Finds.
    handler: ../src/find.ts#find
    inputSchema:
      type: object
      properties:
        limit: { type: integer, maximum: ${limit}, description: How many. }
${more}`;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}

function git(...argv: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...argv], { cwd: folder, encoding: 'utf8' });
}

async function commit(text: string, file = 'definitions/shop.mcp.yaml'): Promise<void> {
  await write(file, text);
  git('add', '.');
  git('commit', '--quiet', '--message', 'A version.');
}

function diff(...argv: readonly string[]) {
  return runInMemory(['diff', ...argv], { cwd: folder });
}

describe('two folders', () => {
  beforeEach(async () => {
    await write('old/definitions/shop.mcp.yaml', definition(50));
    await write('new/definitions/shop.mcp.yaml', definition(20));
  });

  test('as text', async () => {
    expect(await diff('old', 'new')).toEqual({
      exitCode: 1,
      error: '',
      questions: [],
      programs: [],
      out: `old (1.0.0) → new (1.0.0)

Breaks clients (1)
  tool find, input limit: \`maximum: 20\` instead of \`maximum: 50\`
    limit-tightened at new/definitions/shop.mcp.yaml:9:33

Handlers: nothing to do.
Contract: clients that have pinned the old contract.json refuse find.
Version: 2.0.0 (major) suggested; 1.0.0 is too low.
`,
    });
  });

  test('as JSON', async () => {
    const { exitCode, out } = await diff('old', 'new', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual({
      old: { label: 'old', version: '1.0.0' },
      new: { label: 'new', version: '1.0.0' },
      changes: [
        {
          rule: 'limit-tightened',
          clients: 'breaking',
          handlers: 'compatible',
          subject: { kind: 'tool', name: 'find', part: 'input', path: 'limit' },
          message: '`maximum: 20` instead of `maximum: 50`',
          location: { side: 'new', file: 'new/definitions/shop.mcp.yaml', line: 9, column: 33 },
        },
      ],
      summary: {
        clients: { breaking: 1, 'may-break': 0, compatible: 0, documentation: 0 },
        handlers: { breaking: 0, 'may-break': 0, compatible: 1 },
      },
      version: { bump: 'major', suggested: '2.0.0', isEnough: false },
      contract: [
        {
          change: 'changed',
          list: 'tools',
          key: 'find',
          protocolVersions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
        },
      ],
    });
  });

  test('definitions folders, and single files', async () => {
    expect((await diff('old/definitions', 'new/definitions')).out).toContain('new/definitions/shop.mcp.yaml:9:33');
    expect((await diff('old/definitions/shop.mcp.yaml', 'new')).out).toContain('limit-tightened');
  });

  test('a file that does not say who the server is, with what it refers to', async () => {
    const part = (type: string): string =>
      `tools:\n  t:\n    description: T.\n    inputSchema: { type: object, properties: { a: { $ref: './a.yaml#/$defs/A' } } }\n` +
      `$defs: { B: { type: ${type} } }\n`;
    for (const [side, type] of [
      ['old', 'string'],
      ['new', 'integer'],
    ] as const) {
      await write(`${side}/definitions/part.mcp.yaml`, part('string'));
      await write(`${side}/definitions/a.yaml`, `$defs: { A: { type: ${type} } }\n`);
    }
    const { out } = await diff('old/definitions/part.mcp.yaml', 'new/definitions/part.mcp.yaml');
    expect(out).toContain(
      'tool t, input a: integer instead of string\n    type-changed, breaks handlers at new/definitions/a.yaml:1:15',
    );
    expect(out).not.toContain('Version:');
  });

  test('another name of the definitions folder', async () => {
    await cp(path.join(folder, 'old/definitions'), path.join(folder, 'third/mcp'), { recursive: true });
    expect((await diff('new', 'third/mcp', '--fail-on', 'any')).exitCode).toBe(1);
    expect((await diff('third', 'third/mcp', '--definitions', 'mcp')).out).toContain('No changes.');
  });

  test.each([
    ['breaking', [1, 0, 0, 0]],
    ['may-break', [1, 1, 0, 0]],
    ['any', [1, 1, 1, 0]],
    ['never', [0, 0, 0, 0]],
  ])('--fail-on %s', async (failOn, codes) => {
    await write('maybe/definitions/shop.mcp.yaml', definition(50, '    timeoutMs: 5\n'));
    await write('compatible/definitions/shop.mcp.yaml', definition(60));
    const run = async (side: string): Promise<number> => (await diff('old', side, '--fail-on', failOn)).exitCode;
    expect([await run('new'), await run('maybe'), await run('compatible'), await run('old')]).toEqual(codes);
  });
});

describe('git revisions', () => {
  beforeEach(async () => {
    git('init', '--quiet');
    await commit(definition(50));
    git('tag', 'v1.0.0');
    await commit(definition(60));
    await write('definitions/shop.mcp.yaml', definition(20, '', '1.1.0'));
  });

  test('one is compared with the working tree', async () => {
    const { exitCode, out } = await diff('HEAD~1');
    expect(exitCode).toBe(1);
    expect(out).toContain('HEAD~1 (1.0.0) → working tree (1.1.0)');
    expect(out).toContain('limit-tightened at definitions/shop.mcp.yaml:9:33');
    expect(out).toContain('2.0.0 (major) suggested; 1.1.0 is too low');
  });

  test('two are compared with each other, by whatever name', async () => {
    const { exitCode, out } = await diff('git:v1.0.0', 'HEAD');
    expect(exitCode).toBe(0);
    expect(out).toContain('Compatible with clients (1)');
    expect(out).toContain('limit-relaxed, breaks handlers at definitions/shop.mcp.yaml:9:33');
    expect(out).toContain('1.1.0 (minor) suggested; 1.0.0 is too low');
  });

  test('a revision has the generated folder too', async () => {
    await write('generated/manifest.json', '{}\n');
    await write('services/shop/generated/manifest.json', '{}\n');
    await commit(definition(50));
    await commit(definition(5), 'services/shop/definitions/shop.mcp.yaml');
    await write('definitions/shop.mcp.yaml', definition(20));
    await write('services/shop/definitions/shop.mcp.yaml', definition(4));
    for (const revision of ['HEAD', 'git:HEAD', 'git:HEAD:definitions', 'git:HEAD:services/shop']) {
      const { out, error, exitCode } = await diff(revision);
      expect({ error, exitCode }, revision).toEqual({ error: '', exitCode: 1 });
      expect(out).toContain('limit-tightened');
    }
  });

  test('a path in a revision, from a folder of the repository', async () => {
    await commit(definition(5), 'services/shop/definitions/shop.mcp.yaml');
    await write('services/shop/definitions/shop.mcp.yaml', definition(4));
    for (const inside of ['shop', 'shop/definitions', 'shop/definitions/shop.mcp.yaml']) {
      const cwd = path.join(folder, 'services');
      const { out, exitCode } = await runInMemory(['diff', `git:HEAD:${inside}`], { cwd });
      expect({ exitCode, out }).toMatchObject({ exitCode: 1 });
      expect(out).toContain('limit-tightened at shop/definitions/shop.mcp.yaml:9:33');
    }
  });

  test('what is gone is shown where it was', async () => {
    await write('definitions/shop.mcp.yaml', 'server: { name: shop, version: 2.0.0 }\n');
    const { out } = await diff('HEAD');
    expect(out).toContain('tool find: is gone\n    tool-removed, breaks handlers at old definitions/shop.mcp.yaml:3:3');
    expect(out).toContain('2.0.0 is high enough');
  });

  test('nothing is left behind', async () => {
    const list = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('create-mcp-diff-'));
    const before = await list();
    await diff('HEAD~1');
    await diff('git:HEAD:nothing');
    expect(await list()).toEqual(before);
    expect(git('status', '--porcelain')).toBe(' M definitions/shop.mcp.yaml\n');
  });

  test('a link that leads out of the definitions is not followed', async () => {
    await write('secret.mcp.yaml', definition(1));
    await symlink('../secret.mcp.yaml', path.join(folder, 'definitions/link.mcp.yaml'));
    git('add', '.');
    git('commit', '--quiet', '--message', 'A link.');
    const { exitCode, error } = await diff('git:HEAD', 'git:HEAD~1');
    expect(exitCode).toBe(2);
    expect(error).toContain('The target of the symbolic link definitions/link.mcp.yaml does not exist');
  });

  test.each([
    ['nowhere', 'nowhere is not a file, folder or revision: commit nowhere does not exist.'],
    ['git:nowhere', 'git:nowhere is not a revision: commit nowhere does not exist.'],
    ['git:--output=x', 'git:--output=x is not a revision: this does not name a commit.'],
    ['git:', 'git: is not a revision: this does not name a commit.'],
    ['git:HEAD:../other', '../other is not in the repository. Use a path relative to this folder.'],
    ['git:HEAD:nothing', 'nothing does not exist in HEAD.'],
  ])('%s is wrong usage', async (given, message) => {
    const { exitCode, out, error } = await diff(given);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(error).toContain(message);
  });
});

describe('what cannot be compared', () => {
  test('definitions with errors: they are told, and the exit code is 2', async () => {
    await write('old/definitions/shop.mcp.yaml', definition(5));
    await write('new/definitions/shop.mcp.yaml', `${definition(5)}    unknown: 1\n`);
    const { exitCode, out, error } = await diff('old', 'new');
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(error).toContain('Cannot compare new: its definitions have errors.');
    expect(error).toContain('definitions/shop.mcp.yaml:10:5 error unknown-key');
  });

  test('a syntax error, without the errors that follow from it', async () => {
    await write('old/definitions/shop.mcp.yaml', definition(5));
    await write('new/definitions/a.mcp.yaml', 'tools: {}\n');
    await write('new/definitions/shop.mcp.yaml', `${definition(5)}  ]\n`);
    const { error } = await diff('old', 'new');
    expect(error).toContain('definitions/shop.mcp.yaml');
    expect(error).not.toContain('missing-server');
  });

  test('no definitions, a file that is none, no arguments, an unknown option', async () => {
    await write('notes.txt', 'Notes.');
    await mkdir(path.join(folder, 'empty'));
    expect((await diff('empty', 'empty')).exitCode).toBe(2);
    expect((await diff('notes.txt', 'empty')).error).toContain('notes.txt is not a definition file');
    expect((await diff()).exitCode).toBe(2);
    expect((await diff('empty', '--fail-on', 'sometimes')).exitCode).toBe(2);
    expect((await diff('empty', '--definitions', '../other')).error).toContain('--definitions must name');
  });

  test('a folder outside of any repository is no revision', async () => {
    expect((await diff('HEAD')).error).toMatch(/HEAD is not a file, folder or revision: .*not a git repository/u);
  });
});

describe('hostile definitions', () => {
  test('control characters do not reach the terminal', async () => {
    const server = (name: string): string => `server: { name: "${name}", version: 1.0.0 }\n`;
    await write('old/definitions/s.mcp.yaml', server('a'));
    await write('new/definitions/s.mcp.yaml', server('\\u001b[31mb\\u202e'));
    const { out } = await diff('old', 'new');
    expect(out).toContain('`·[31mb·`');
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    expect(out).not.toMatch(/[\u001b\u202e]/u);
  });

  test('names like those of objects, and schemas that contain themselves', async () => {
    const text = (type: string): string => `server: { name: s, version: 1.0.0 }
tools:
  __proto__:
    description: T.
    inputSchema: { type: object, properties: { constructor: { $ref: '#/$defs/Node' } } }
$defs:
  Node:
    type: object
    properties: { toString: { type: ${type} }, next: { $ref: '#/$defs/Node' }, all: { type: array, items: { $ref: '#/$defs/Node' } } }
`;
    await write('old/definitions/s.mcp.yaml', text('string'));
    await write('new/definitions/s.mcp.yaml', text('integer'));
    const { out } = await diff('old', 'new');
    expect(out).toContain('tool __proto__, input constructor.toString: integer instead of string');
    expect(out).toContain('Breaks clients (1)');
  });
});

test('a change of a shared schema is told once, with all that it is a change of', async () => {
  const text = (type: string): string => `server: { name: s, version: 1.0.0 }
tools:
${['a', 'b', 'c'].map((name) => `  ${name}: { description: T., inputSchema: { type: object, properties: { p: { $ref: '#/$defs/P' } } } }\n`).join('')}$defs: { P: { type: ${type} } }
`;
  await write('old/definitions/s.mcp.yaml', text('string'));
  await write('new/definitions/s.mcp.yaml', text('integer'));
  const { out } = await diff('old', 'new');
  expect(out).toContain('Breaks clients (1)');
  expect(out).toContain('also: tool b, input p; tool c, input p');
});

test('colors are optional', async () => {
  const server = (name: string): string => `server: { name: ${name}, version: 1.0.0 }\n`;
  const report = await diffDefinitions(server('a'), server('b'));
  expect(formatReport(report, { color: true })).toContain('\u001b[33mMay break clients (1)\u001b[0m');
  // oxlint-disable-next-line no-control-regex -- an escape sequence is what must not be there
  expect(formatReport(report, { color: false })).not.toMatch(/\u001b/u);
});
