import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { regenerate } from '../../generator/tools/runs/regenerate.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { readTree } from '../write/project-fixture.js';

vi.mock('../../generator/tools/scaffold/pack-generator.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  packGenerator: async () => {},
}));

const server = 'server: { name: office, version: 1.0.0 }\n';
const script =
  'PARAM people AS integer DESCRIPTION "How many come"\nDESCRIPTION "Book a visit"\nSAVE "visits", people\n';
const descriptor = JSON.stringify({
  name: 'book-visit',
  description: 'Book a visit',
  input_schema: { type: 'object', properties: { people: { type: 'integer', description: 'How many come' } } },
});

function regenerateIn(root: string, more: object = {}) {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return regenerate({ root, ...folders, check: false, force: false, strict: false, ...more });
}

test.each([
  ['book-visit.bas', script, 'book-visit.bas'],
  ['book-visit.botserver.json', descriptor, 'book-visit.botserver.json'],
  ['book-visit.mcp.json', descriptor, 'book-visit.botserver.json'],
  ['tool.json', descriptor, 'tool.botserver.json'],
])('B1 a project starts from %s', async (file, text, copy) => {
  const cwd = makeFolder();
  putFiles(cwd, { [file]: text });
  const { exitCode, out, error } = await runInMemory(['visits', '--from', file], { cwd });
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
  expect(out).toContain('handlers/tools/book-visit.ts (new)');
  const read = (name: string) => readFile(path.join(cwd, 'visits/definitions', name), 'utf8');
  expect(await read(copy)).toBe(text);
  expect(parse(await read('visits.mcp.yaml'))).toEqual({
    server: { name: 'visits', title: 'Visits', description: 'The MCP server visits.', version: '1.0.0' },
  });
  const stub = await readFile(path.join(cwd, 'visits/handlers/tools/book-visit.ts'), 'utf8');
  expect(stub.includes('SAVE "visits", people')).toBe(file.endsWith('.bas'));
});

test('B1 a project starts from a folder of scripts, and nothing in it is written over', async () => {
  const cwd = makeFolder();
  putFiles(cwd, {
    'office/book.bas': script,
    'office/sub/cancel.bas': script,
    'office/office.mcp.yaml': 'tools: {}',
  });
  expect(await runInMemory(['new', '--name', 'office', '--from', 'office'], { cwd })).toMatchObject({ exitCode: 0 });
  const copied = Object.keys(await readTree(path.join(cwd, 'new'))).filter((file) => file.startsWith('definitions/'));
  expect(copied).toEqual([
    'definitions/book.bas',
    'definitions/office-server.mcp.yaml',
    'definitions/office.mcp.yaml',
    'definitions/sub/cancel.bas',
  ]);
});

test('B13 versions of a script are compared', async () => {
  const cwd = makeFolder();
  putFiles(cwd, { 'old/book.bas': script, 'new/book.bas': script.replace('integer', 'string') });
  const { exitCode, out, error } = await runInMemory(['diff', 'old/book.bas', 'new/book.bas'], { cwd });
  expect({ exitCode, error }).toEqual({ exitCode: 1, error: '' });
  expect(out).toContain('people');
});

test('B13 a folder without definitions is told which files are some', async () => {
  const cwd = makeFolder();
  putFiles(cwd, { 'definitions/notes.txt': '' });
  const { exitCode, error } = await runInMemory(['generate'], { cwd });
  expect(exitCode).toBe(1);
  expect(error).toMatch(/contains no definition file \(.*\*\.tools\.json, \*\.bas, \*\.botserver\.json\)/u);
});

test('B4 a run that left something out is not taken for one that found nothing to do', async () => {
  const root = makeFolder();
  putFiles(root, { 'definitions/a.mcp.yaml': server, 'definitions/good.bas': script });
  expect(await regenerateIn(root, { keepGoing: true })).toMatchObject({ ok: true });
  putFiles(root, { 'definitions/bad.bas': 'PARAM a AS strin\n' });
  for (let run = 0; run < 2; run++) {
    const { ok, diagnostics, omitted } = await regenerateIn(root, { keepGoing: true });
    expect({ ok, omitted }).toEqual({ ok: false, omitted: ['definitions/bad.bas'] });
    expect(diagnostics.map(({ code }) => code)).toContain('unsupported-type');
  }
  expect(await regenerateIn(root)).toMatchObject({ ok: false });
});

test('B10 artifacts come and go with their option, where nothing else has changed', async () => {
  const root = makeFolder();
  putFiles(root, { 'definitions/a.mcp.yaml': server, 'definitions/good.bas': script });
  await regenerateIn(root);
  const artifact = 'generated/artifacts/good.mcp.json';
  expect((await regenerateIn(root, { artifacts: ['mcp'] })).write?.written).toContain(artifact);
  expect((await regenerateIn(root, { artifacts: ['mcp'] })).write).toMatchObject({ written: [], removed: [] });
  expect((await regenerateIn(root)).write?.removed).toEqual([artifact]);
});

test('B10 operations that are no tools have no artifacts and are not in the catalogue', async () => {
  const root = makeFolder();
  const paths = { '/things': { get: { operationId: 'listThings', responses: { 200: { description: 'Things.' } } } } };
  const api = { openapi: '3.1.0', info: { title: 'A', version: '1' }, servers: [{ url: 'https://a.example' }], paths };
  putFiles(root, {
    'definitions/a.mcp.yaml': `${server}openapi: { api: { document: ./api.json, mode: discover } }\n`,
    'definitions/api.json': JSON.stringify(api),
  });
  expect(await regenerateIn(root, { artifacts: ['tool'] })).toMatchObject({ ok: true, summary: { operations: 1 } });
  const artifacts = Object.keys(await readTree(root)).filter((file) => file.includes('/artifacts/'));
  const manifest = JSON.parse(await readFile(path.join(root, 'generated/manifest.json'), 'utf8')) as {
    catalogue: { tools: object };
  };
  const names = Object.keys(manifest.catalogue.tools);
  expect(names).toHaveLength(3);
  expect(artifacts).toEqual(names.map((name) => `generated/artifacts/${name}.tool.json`));
  expect(names).not.toContain('listThings');
});
