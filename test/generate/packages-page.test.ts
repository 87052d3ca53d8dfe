import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';
import { startServer } from '../kit/start-server.js';
import { typeCheck } from '../kit/type-check.js';
import { postInit } from '../kit/post-init.js';
import { modern } from '../wire/wire.js';

// For the servers that tests start.
process.env['DATABASE_URL'] = 'postgres://localhost/notes';

const page = await readFile(path.resolve(import.meta.dirname, '../../docs/packages.md'), 'utf8');
const blocks = [...page.matchAll(/^```\w+\n(?:#|\/\/) (\S+)\n([\s\S]*?)^```/gmu)];

/** The part of `pg` that the page uses, with rows in memory. A pool that has ended refuses queries, as that of `pg` does. */
const pg = {
  'package.json': '{ "name": "pg", "version": "8.0.0", "types": "index.d.ts" }',
  'index.d.ts': `declare namespace pg {
    class Pool {
      constructor(options: { connectionString?: string | undefined });
      query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
      end(): Promise<void>;
    }
  }
  export = pg;`,
  'index.js': `const notes = [];
    exports.Pool = class {
      async query(text, [first, second] = []) {
        if (this.ended) throw new Error('Cannot use a pool after calling end on the pool');
        if (text.startsWith('insert into notes')) notes.push({ owner: first, text: second });
        if (text.includes('where text =')) return { rows: notes.filter((note) => note.text === first).map(({ owner }) => ({ owner })) };
        if (text.includes('from notes')) return { rows: notes.filter(({ owner }) => owner === first) };
        return { rows: text.includes('from tokens') ? JSON.parse(process.env.TOKENS).filter(({ hash }) => hash === first) : [] };
      }
      async end() {
        if (this.ended) throw new Error('Called end on pool more than once');
        this.ended = true;
        console.error('pool ended');
      }
    };`,
};

/** Authentication by tokens in the database, which a test adds to the server of the page. */
const authenticate = `
import { createHash } from 'node:crypto';
import type { AuthInfo, HttpRequestInfo } from 'create-mcp-from-schema/runtime';

export async function authenticate(
  request: HttpRequestInfo,
  _verified: AuthInfo | undefined,
  { pool }: ServerApp,
): Promise<AuthInfo | undefined> {
  const token = request.header('authorization')?.replace(/^Bearer /, '') ?? '';
  const hash = createHash('sha256').update(token).digest('hex');
  const { rows } = await pool.query<{ owner: string }>('select owner from tokens where hash = $1', [hash]);
  return rows[0] && { principal: rows[0].owner };
}
`;

const notesTest = `import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openTestServer } from 'create-mcp-from-schema/testing';
import { project } from '../generated/test-project.ts';

test('a note is saved for its owner', async (t) => {
  const server = await openTestServer(project, { auth: { principal: 'ada' } });
  t.after(() => server.close());
  const text = randomUUID();
  await server.tools.add_note({ text });
  const { rows } = await server.app.pool.query('select owner from notes where text = $1', [text]);
  assert.deepEqual(rows, [{ owner: 'ada' }]);
});

test('users do not see the notes of others', async (t) => {
  const ada = await openTestServer(project, { auth: { principal: 'ada' } });
  const bob = await openTestServer(project, { auth: { principal: 'bob' } });
  t.after(() => bob.close());
  const text = randomUUID();
  await ada.tools.add_note({ text });
  await ada.close();
  assert.doesNotMatch((await bob.tools.list_notes({})).text, new RegExp(text));
});
`;

const files = Object.fromEntries(blocks.map(([, file = '', text = '']) => [file, text]));
const project = await createProject({
  ...files,
  'handlers/server.ts': `${files['handlers/server.ts']}${authenticate}`,
  'test/notes.test.ts': notesTest,
});
// The package itself is linked there.
rmSync(path.join(project.folder, 'node_modules', 'pg'), { force: true });
putFiles(
  project.folder,
  Object.fromEntries(Object.entries(pg).map(([file, text]) => [`node_modules/pg/${file}`, text])),
);

test('the page has these files', () => {
  expect(Object.keys(files)).toEqual([
    'definitions/notes.mcp.yaml',
    'handlers/server.ts',
    'handlers/tools/add-note.ts',
    'handlers/tools/list-notes.ts',
  ]);
});

test('the files of the page fit their types', async () => {
  expect(await typeCheck(project.folder, ['generated', 'handlers', 'test/*.ts'])).toBe('');
});

test('the server of the page keeps notes and closes the database', async () => {
  const server = await askServer(await project.bundle(), { carrier: 'stdio', revision: '2025-06-18' });
  expect((await server.call('add_note', { text: 'buy tea' })).result.content).toEqual([
    { type: 'text', text: 'Saved.' },
  ]);
  expect((await server.call('list_notes')).result.content).toEqual([{ type: 'text', text: '["buy tea"]' }]);
  expect(await server.close()).toContain('pool ended');
});

test('tests open servers of the page after each other and side by side: each has a pool of its own', async () => {
  // As JavaScript, because not every version of Node runs TypeScript.
  await build({
    absWorkingDir: project.folder,
    entryPoints: ['test/notes.test.ts'],
    outfile: path.join(project.folder, 'test/notes.test.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg'],
    logLevel: 'silent',
  });
  const outside = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_)/u.test(name));
  const options = { cwd: project.folder, env: Object.fromEntries(outside), encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['--test', 'test/notes.test.mjs'], options);
  expect(stdout + stderr).toMatch(/pass 2\b/u);
});

test('over HTTP each user of the page has notes of their own', async () => {
  const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
  const tokens = ['ada', 'bob'].map((owner) => ({ owner, hash: hashOf(`token of ${owner}`) }));
  const { child, exited, listening } = startServer(await project.bundle(), ['--http', '0'], {
    TOKENS: JSON.stringify(tokens),
  });
  const url = await listening();
  const call = async (user: string, name: string, input: object): Promise<Response> =>
    fetch(
      url,
      postInit(modern(1, 'tools/call', { name, arguments: input }), { Authorization: `Bearer token of ${user}` }),
    );
  expect((await call('ada', 'add_note', { text: 'of Ada' })).status).toBe(200);
  expect(await (await call('ada', 'list_notes', {})).text()).toContain('of Ada');
  expect(await (await call('bob', 'list_notes', {})).json()).toMatchObject({
    result: { content: [{ type: 'text', text: '[]' }] },
  });
  expect((await call('eve', 'list_notes', {})).status).toBe(401);
  child.kill('SIGTERM');
  await exited;
});
