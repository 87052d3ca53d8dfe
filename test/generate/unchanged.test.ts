import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { GenerateOptions } from '../../generator/generate.js';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { regenerate } from '../../generator/tools/runs/regenerate.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';

vi.mock('../../generator/tools/runs/run-generator.js', { spy: true });
const fingerprint = vi.hoisted(() => ({ more: '' }));
vi.mock(import('../../generator/core/package/fingerprint-package.js'), async (original) => {
  const { fingerprintPackage } = await original();
  return { fingerprintPackage: () => fingerprintPackage() + fingerprint.more };
});

const files = {
  'definitions/shop.mcp.yaml': `
server: { name: s, version: 1.0.0 }
tools:
  find:
    description: Finds.
    inputSchema: { type: object, properties: { q: { type: string, description: Words. } }, required: [q] }
    outputSchema: { $ref: './found.yaml#/found' }
  sum:
    description: Sums.
    handler: ./sum.ts#sum
    inputSchema: { type: object, properties: { p: { type: string } } }
resources:
  shop://hours: { name: hours, mimeType: text/plain, file: ./hours.txt }
openapi:
  api: { document: ./api.yaml }
`,
  'definitions/found.yaml': 'found: { type: object, properties: { n: { type: integer } } }\n',
  'definitions/sum.ts': 'export const sum = () => "1";\n',
  'definitions/hours.txt': 'Always.\n',
  'definitions/api.yaml': `
openapi: 3.1.0
info: { title: A, version: 1.0.0 }
servers: [{ url: 'https://api.example' }]
paths:
  /things:
    get: { operationId: listThings, responses: { 200: { description: Things. } } }
`,
};

const project = await createProject(files);

function run(more: Partial<GenerateOptions> = {}) {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return regenerate({ root: project.folder, ...folders, check: false, force: false, strict: false, ...more });
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const absolute = path.join(project.folder, file);
  // Bytes that are no text stay as they are.
  await writeFile(absolute, change(await readFile(absolute, 'latin1')), 'latin1');
}

const create = (file: string, text: string) => writeFile(path.join(project.folder, file), text);
const remove = (file: string) => rm(path.join(project.folder, file), { force: true });

beforeEach(async () => {
  for (const folder of ['definitions', 'generated', 'handlers', 'own']) {
    await rm(path.join(project.folder, folder), { recursive: true, force: true });
  }
  await mkdir(path.join(project.folder, 'definitions'));
  for (const [file, text] of Object.entries(files)) await create(file, text);
  expect(await run()).toMatchObject({ ok: true });
  vi.mocked(runGenerator).mockClear();
});

describe('a run after which nothing has changed', () => {
  test('is repeated without being made, with the same report', async () => {
    const repeated = await run();
    expect(runGenerator).not.toHaveBeenCalled();
    await rm(path.join(project.folder, 'generated/.cache'), { recursive: true });
    const made = await run();
    expect(runGenerator).toHaveBeenCalledOnce();
    expect({ ...repeated, sources: undefined }).toEqual({ ...made, sources: undefined, model: undefined });
    expect(repeated.diagnostics.length).toBeGreaterThan(0);
    for (const { location } of repeated.diagnostics) {
      if (location) expect(repeated.sources.get(location.file)).toBe(made.sources.get(location.file));
    }
  });

  test('touches no file', async () => {
    const before = await stat(path.join(project.folder, 'generated/.cache/last-run'));
    await run();
    expect((await stat(path.join(project.folder, 'generated/.cache/last-run'))).mtimeMs).toBe(before.mtimeMs);
  });

  test('is made again by a check, which judges what the last run left', async () => {
    expect(await run({ check: true })).toMatchObject({ ok: true });
    expect(runGenerator).toHaveBeenCalledOnce();
  });

  test('is repeated where line ends were converted in the generated files', async () => {
    await edit('generated/types.ts', (text) => text.replaceAll('\n', '\r\n'));
    expect(await run()).toMatchObject({ ok: true });
    expect(runGenerator).not.toHaveBeenCalled();
  });

  test('leaves a cache that version control ignores', async () => {
    expect(await readFile(path.join(project.folder, 'generated/.cache/.gitignore'), 'utf8')).toBe('*\n');
  });
});

/** A manifest with one name more, in its own form. */
function addName(text: string): string {
  const manifest = JSON.parse(text) as { readonly names: object };
  return `${JSON.stringify({ ...manifest, names: { ...manifest.names, zzz: 'Zzz' } }, null, 2)}\n`;
}

const changes: readonly [string, () => unknown, Partial<GenerateOptions>][] = [
  ['a definition', () => edit('definitions/shop.mcp.yaml', (text) => `${text}# more\n`), {}],
  ['a new definition', () => create('definitions/more.mcp.yaml', 'tools: { more: { description: More. } }\n'), {}],
  ['a new document', () => create('definitions/more.openapi.yaml', files['definitions/api.yaml']), {}],
  [
    'a schema that a definition refers to',
    () => edit('definitions/found.yaml', (text) => text.replace('n:', 'm:')),
    {},
  ],
  ['a file that is missing now', () => remove('definitions/found.yaml'), {}],
  ['the document of an API', () => edit('definitions/api.yaml', (text) => text.replace('listThings', 'getThings')), {}],
  ['the content of a resource', () => create('definitions/hours.txt', 'Never.\n'), {}],
  ['a module that is missing now', () => remove('definitions/sum.ts'), {}],
  ['a stub that is missing', () => remove('handlers/tools/find.ts'), {}],
  ['a generated file that was edited', () => edit('generated/types.ts', (text) => `${text}// mine\n`), {}],
  ['a generated file that is missing', () => remove('generated/descriptors.ts'), {}],
  ['the names in the manifest', () => edit('generated/manifest.json', addName), {}],
  ['the form of the manifest', () => edit('generated/manifest.json', (text) => `${text}\n`), {}],
  ['a missing manifest', () => remove('generated/manifest.json'), {}],
  ['a cut-off cache', () => edit('generated/.cache/last-run', (text) => text.slice(0, -2)), {}],
  ['a damaged cache', () => edit('generated/.cache/last-run', (text) => text.replace('"tools":3', '"tools":4')), {}],
  ['strictness', () => undefined, { strict: true }],
  ['another folder of handlers', () => undefined, { handlers: 'own' }],
  ['another generator', () => (fingerprint.more = ' of another build'), {}],
];

describe('a record of the last run that a cloned repository brings along is not believed', () => {
  const record = 'generated/.cache/last-run';

  test('when it was changed, and its first line is the hash of the rest', async () => {
    await edit('handlers/tools/find.ts', () => 'planted\n');
    const [, content = ''] = /^.*\n([^]*)$/u.exec(await readFile(path.join(project.folder, record), 'utf8')) ?? [];
    const forged = content.replace(/"handlers":\[.*?\],"orphans"/u, '"handlers":[],"orphans"');
    expect(forged).not.toBe(content);
    await create(record, `${createHash('sha256').update(forged).digest('hex')}\n${forged}`);
    await run();
    expect(runGenerator).toHaveBeenCalledOnce();
  });

  test('when it was written in another folder', async () => {
    const copy = makeFolder();
    await cp(project.folder, copy, { recursive: true });
    await run({ root: copy });
    expect(runGenerator).toHaveBeenCalledOnce();
    await run({ root: copy });
    expect(runGenerator).toHaveBeenCalledOnce();
  });

  test.each([
    ['on another machine', () => makeFolder()],
    ['with a key that lies in the project', () => project.folder],
    ['with a key that was cut off', () => makeFolder({ 'create-mcp-from-schema/cache-key': '' })],
  ])('when it was written %s', async (_where, place) => {
    const before = process.env['XDG_STATE_HOME'];
    const key = 'create-mcp-from-schema/cache-key';
    await cp(path.join(String(before), key), path.join(project.folder, key));
    process.env['XDG_STATE_HOME'] = place();
    try {
      await run();
      expect(runGenerator).toHaveBeenCalledOnce();
    } finally {
      process.env['XDG_STATE_HOME'] = before;
    }
  });
});

describe('the generator runs again for', () => {
  test.each(changes)('%s', async (_what, change, options) => {
    await change();
    await run(options);
    expect(runGenerator).toHaveBeenCalledOnce();
    fingerprint.more = '';
  });

  test('a file that was missing and is there now', async () => {
    await edit('definitions/shop.mcp.yaml', (text) =>
      text.replace('{ p: { type: string', '{ p: { examples: [{ $ref: ./x.yaml }], type: object'),
    );
    expect(await run()).toMatchObject({ ok: true });
    await run();
    expect(runGenerator).toHaveBeenCalledOnce();
    await create('definitions/x.yaml', 'type: string\n');
    await run();
    expect(runGenerator).toHaveBeenCalledTimes(2);
  });

  test('a handler without a definition that was deleted', async () => {
    await edit('definitions/shop.mcp.yaml', (text) => text.replace('  find:', '  found:'));
    expect((await run()).write?.orphans).toEqual(['handlers/tools/find.ts']);
    expect((await run()).write?.orphans).toEqual(['handlers/tools/find.ts']);
    expect(runGenerator).toHaveBeenCalledOnce();
    await remove('handlers/tools/find.ts');
    expect((await run()).write?.orphans).toEqual([]);
  });
});
