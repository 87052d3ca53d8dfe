import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';

const definition = (limit: number): string => `server: { name: shop, title: The Shop, version: 1.0.0 }
tools:
  find:
    description: Finds things.
    handler: ../src/find.ts#find
    inputSchema:
      type: object
      properties:
        limit: { type: integer, maximum: ${limit}, description: How many. }
`;

let folder: string;
beforeEach(() => {
  folder = makeFolder({ 'definitions/shop.mcp.yaml': definition(50), 'src/find.ts': 'export const find = () => 1;\n' });
});

const docs = (...argv: readonly string[]) => runInMemory(['docs', ...argv], { cwd: folder });
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

describe('docs', () => {
  test('writes three files, and none a second time', async () => {
    const first = await docs();
    expect(first).toMatchObject({ exitCode: 0, error: '' });
    expect(first.out).toBe('Wrote docs/index.html\nWrote docs/server.md\nWrote docs/llms.txt\n');
    expect(read('docs/index.html')).toContain('<h1>The Shop</h1>');
    expect(read('docs/server.md')).toContain('| `limit` | integer | no | How many. At most `50`. |');
    expect(read('docs/llms.txt')).toContain('- [find](server.md#tool-find): Finds things.');
    expect(await docs()).toMatchObject({ exitCode: 0, error: '', out: 'docs is up to date.\n' });
    expect(readdirSync(path.join(folder, 'docs'))).toHaveLength(3);
  });

  test('--check fails before the first run, after a change, and after an edit; it writes nothing', async () => {
    const missing = await docs('--check');
    expect(missing.exitCode).toBe(1);
    expect(missing.error).toContain('docs/index.html, docs/server.md, docs/llms.txt');
    expect(existsSync(path.join(folder, 'docs'))).toBe(false);
    await docs();
    expect(await docs('--check')).toMatchObject({ exitCode: 0, out: '', error: '' });
    putFiles(folder, { 'definitions/shop.mcp.yaml': definition(20) });
    const stale = await docs('--check');
    expect(stale.exitCode).toBe(1);
    expect(stale.out).toContain('-| `limit` | integer | no | How many. At most `50`. |');
    expect(stale.out).toContain('+| `limit` | integer | no | How many. At most `20`. |');
    expect(read('docs/server.md')).toContain('At most `50`.');
    await docs();
    writeFileSync(path.join(folder, 'docs/llms.txt'), read('docs/llms.txt').replaceAll('\n', '\r\n'));
    expect((await docs('--check')).exitCode).toBe(0);
    writeFileSync(path.join(folder, 'docs/llms.txt'), `${read('docs/llms.txt')}More.\n`);
    expect((await docs('--check')).error).toContain('docs/llms.txt.');
  });

  test('leaves a file alone that another program has written, or edited since', async () => {
    putFiles(folder, { 'docs/index.html': '<h1>My own</h1>\n' });
    const refused = await docs();
    expect(refused.exitCode).toBe(1);
    expect(refused.error).toContain('docs/index.html was written by hand');
    expect(refused.error).toContain('--out');
    expect(read('docs/index.html')).toBe('<h1>My own</h1>\n');
    expect(existsSync(path.join(folder, 'docs/server.md'))).toBe(false);
    expect((await docs('--force')).exitCode).toBe(0);
    expect(read('docs/index.html')).toContain('<h1>The Shop</h1>');
    writeFileSync(path.join(folder, 'docs/server.md'), `${read('docs/server.md')}More.\n`);
    expect((await docs()).error).toContain('docs/server.md was written by hand, or edited since');
    expect(read('docs/server.md')).toMatch(/More\.\n$/u);
  });

  test('does not write through a link', async () => {
    const outside = makeFolder();
    symlinkSync(outside, path.join(folder, 'docs'));
    const refused = await docs();
    expect(refused.exitCode).toBe(1);
    expect(refused.error).toContain('docs is a symbolic link');
    expect(readdirSync(outside)).toEqual([]);
  });

  test('reports all errors of the definitions with their places', async () => {
    putFiles(folder, { 'definitions/shop.mcp.yaml': `${definition(50)}  other: { title: 5 }\nprompts: { a: {} }\n` });
    const failed = await docs();
    expect(failed.exitCode).toBe(2);
    expect(failed.error).toContain('definitions/shop.mcp.yaml:10');
    expect(failed.error).toContain('definitions/shop.mcp.yaml:11');
    expect(existsSync(path.join(folder, 'docs'))).toBe(false);
  });

  test.each([
    [['--out', '..'], '--out must be a folder inside the project'],
    [['--out', 'definitions'], '--out must not be the folder of definitions'],
    [['--url', 'javascript:alert(1)'], '--url must be a URL'],
    [['--url', 'https://user:secret@example.com/mcp'], '--url must be a URL'],
    [['--since', 'v0.0.1'], 'v0.0.1 is not a file, folder or revision'],
  ])('refuses %j', async (argv, message) => {
    const refused = await docs(...argv);
    expect(refused.exitCode).toBe(2);
    expect(refused.error).toContain(message);
  });

  test('--url gives the address of each host, and links that install the server', async () => {
    await docs('--url', 'https://shop.example.com/mcp');
    const html = read('docs/index.html');
    expect(html).toContain('&quot;url&quot;: &quot;https://shop.example.com/mcp&quot;');
    expect(html).toContain('href="https://insiders.vscode.dev/redirect?url=vscode');
    expect(html).toContain('href="https://cursor.com/en/install-mcp?name=shop&amp;config=');
    expect(html).not.toContain('127.0.0.1');
  });

  test('--since lists what changed since a revision', async () => {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
    const git = (...argv: readonly string[]) => execFileSync('git', [...identity, ...argv], { cwd: folder });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'A version.');
    git('tag', 'v1.0.0');
    putFiles(folder, { 'definitions/shop.mcp.yaml': definition(20) });
    expect(await docs('--since', 'v1.0.0')).toMatchObject({ exitCode: 0, error: '' });
    const markdown = read('docs/server.md');
    expect(markdown).toContain('## Changes since `v1.0.0`');
    expect(markdown).toContain('### Breaks clients');
    expect(markdown).toContain('- tool `find`, input limit: `maximum: 20` instead of `maximum: 50`');
    expect((await docs('--since', 'v1.0.0', '--check')).exitCode).toBe(0);
    expect((await docs('--check')).exitCode).toBe(1);
  });
});
