import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { listToolIndex } from '../../generator/pipeline/emit/list-tool-index.js';
import { readManifest } from '../../generator/pipeline/write/manifest.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { buildModel, toolModel } from '../kit/build-model.js';
import { readTree } from '../write/project-fixture.js';
import { generateIn } from './generate-in.js';

const script = `PARAM when AS date LIKE "2026-03-15" DESCRIPTION "Day of the visit"
PARAM people AS integer LIKE 3 DESCRIPTION "How many come"
PARAM shift ENUM ["morning", "evening"] LIKE "morning" DESCRIPTION "Which half of the day"
PARAM name AS string DESCRIPTION "Who comes" OPTIONAL
DESCRIPTION "Book a visit"
`;

const files = {
  'definitions/server.mcp.yaml': 'server: { name: office, version: 1.0.0 }\n',
  'definitions/book-visit.bas': script,
  'definitions/sub/con.bas': 'DESCRIPTION "Has the name of a device"\n',
};

const properties = {
  when: { type: 'string', format: 'date', description: 'Day of the visit', example: '2026-03-15' },
  people: { type: 'integer', description: 'How many come', example: 3 },
  shift: {
    type: 'string',
    description: 'Which half of the day',
    enum: ['morning', 'evening'],
    example: 'morning',
  },
  name: { type: 'string', description: 'Who comes' },
};
const required = ['when', 'people', 'shift'];

async function generateArtifacts(artifacts: readonly ('mcp' | 'tool')[]): Promise<Record<string, string>> {
  const root = makeFolder();
  putFiles(root, files);
  expect(await generateIn(root, { artifacts })).toMatchObject({ ok: true });
  const tree = Object.entries(await readTree(root));
  return Object.fromEntries(tree.filter(([file]) => file.startsWith('generated/artifacts/')));
}

test('B10 a tool in the MCP format has its properties in the order of the script', async () => {
  const written = await generateArtifacts(['mcp']);
  expect(Object.keys(written)).toEqual([
    'generated/artifacts/book-visit.mcp.json',
    'generated/artifacts/con-tool.mcp.json',
  ]);
  const text = written['generated/artifacts/book-visit.mcp.json'] ?? '';
  const artifact = JSON.parse(text) as { readonly input_schema: { readonly properties: object } };
  expect(artifact).toEqual({
    name: 'book-visit',
    description: 'Book a visit',
    input_schema: { type: 'object', properties, required },
  });
  expect(Object.keys(artifact.input_schema.properties)).toEqual(['when', 'people', 'shift', 'name']);
  expect(text).toMatch(/^\{\n {2}"name": "book-visit",\n/u);
  expect(JSON.parse(written['generated/artifacts/con-tool.mcp.json'] ?? '')).toEqual({
    name: 'con',
    description: 'Has the name of a device',
    input_schema: { type: 'object', properties: {}, required: [] },
  });
});

test('B11 a tool in the format of function calling', async () => {
  const written = await generateArtifacts(['tool']);
  expect(JSON.parse(written['generated/artifacts/book-visit.tool.json'] ?? '')).toEqual({
    type: 'function',
    function: { name: 'book-visit', description: 'Book a visit', parameters: { type: 'object', properties, required } },
  });
});

test('B10 artifacts are definitions again: the MCP format gives the same tool as the script', async () => {
  const root = makeFolder();
  putFiles(root, files);
  await generateIn(root, { artifacts: ['mcp'] });
  const before = (await readManifest(root, 'generated'))?.tools.tools.get('book-visit')?.hash;
  const artifact = await readFile(path.join(root, 'generated/artifacts/book-visit.mcp.json'), 'utf8');
  const again = makeFolder();
  putFiles(again, {
    'definitions/server.mcp.yaml': files['definitions/server.mcp.yaml'],
    'definitions/visit.botserver.json': artifact,
  });
  expect(await generateIn(again)).toMatchObject({ ok: true, diagnostics: [] });
  const after = (await readManifest(again, 'generated'))?.tools.tools.get('book-visit')?.hash;
  expect(before).toBeDefined();
  expect(after).toEqual(before);
});

describe('B10 --botserver-artifacts', () => {
  test('names the formats', async () => {
    const root = makeFolder();
    putFiles(root, files);
    const { exitCode, error } = await runInMemory(['generate', '--botserver-artifacts', 'mcp, tool'], { cwd: root });
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    const tree = await readTree(root);
    expect(Object.keys(tree).filter((file) => /artifacts\/b/u.test(file))).toEqual([
      'generated/artifacts/book-visit.mcp.json',
      'generated/artifacts/book-visit.tool.json',
    ]);
  });

  test.each(['', 'json', 'mcp,'])('refuses %j', async (value) => {
    const cwd = makeFolder();
    const { exitCode, error } = await runInMemory(['generate', `--botserver-artifacts=${value}`], { cwd });
    expect(exitCode).toBe(2);
    expect(error).toMatch(/--botserver-artifacts must be a list of mcp, tool,|--botserver-artifacts requires a value/u);
  });
});

describe('B12 the catalogue in the manifest', () => {
  test('has source, hash and state of every tool, by its name', async () => {
    const root = makeFolder();
    const more = 'tools:\n  ping: { description: Pings. }\n  __proto__: { description: Odd. }\n';
    putFiles(root, { ...files, 'definitions/more.mcp.yaml': more });
    await generateIn(root);
    const catalogue = (await readManifest(root, 'generated'))?.tools;
    expect(catalogue?.server).toBe('office');
    expect([...(catalogue?.tools.keys() ?? [])]).toEqual(['__proto__', 'book-visit', 'con', 'ping']);
    expect(catalogue?.tools.get('ping')).toEqual({
      source: 'definitions/more.mcp.yaml',
      line: 2,
      hash: expect.stringMatching(/^[0-9a-f]{20}$/u),
      active: true,
    });
  });

  test('says which tools are not served from the start', () => {
    const tools = [toolModel('Idle', { isInactive: true }), toolModel('Called')];
    const catalogue = listToolIndex(buildModel({ tools }), new Map());
    expect(catalogue.tools.get('Idle')).toMatchObject({ active: false });
    expect(catalogue.tools.get('Called')).toMatchObject({ active: true });
  });

  test.each([
    ['no hash when a description changes', 'description: Pings twice.', []],
    [
      'one hash when a schema changes',
      'description: Pings., inputSchema: { type: object, properties: { host: { type: string } } }',
      ['ping'],
    ],
  ])('changes %s', async (_, keys, expected) => {
    const more = (ping: string) => `tools:\n  ping: { ${ping} }\n  pong: { description: Pongs. }\n`;
    const root = makeFolder();
    putFiles(root, { ...files, 'definitions/more.mcp.yaml': more('description: Pings.') });
    await generateIn(root);
    const before = (await readManifest(root, 'generated'))?.tools.tools;
    putFiles(root, { 'definitions/more.mcp.yaml': more(keys) });
    await generateIn(root);
    const after = (await readManifest(root, 'generated'))?.tools.tools;
    const changed = [...(after ?? [])].filter(([name, { hash }]) => hash !== before?.get(name)?.hash);
    expect(changed.map(([name]) => name)).toEqual(expected);
  });

  test('has the hashes that follow from an earlier manifest, which had the descriptors', async () => {
    const root = makeFolder();
    putFiles(root, { ...files, 'definitions/more.mcp.yaml': 'tools:\n  ping: { description: Pings. }\n' });
    await generateIn(root);
    const present = await readManifest(root, 'generated');
    const text = await readFile(path.join(root, 'generated/manifest.json'), 'utf8');
    const earlier = JSON.parse(text) as { catalogue: { tools: { ping: object } } };
    const inputSchema = { type: 'object', properties: {} };
    const descriptor = { name: 'ping', title: 'ping', description: 'Pings.', inputSchema };
    Object.assign(earlier.catalogue.tools.ping, { hash: '00', descriptor });
    putFiles(root, { 'generated/manifest.json': JSON.stringify(earlier) });
    expect(await readManifest(root, 'generated')).toEqual(present);
  });

  test('is the same after a second run, and an earlier manifest without one is understood', async () => {
    const root = makeFolder();
    putFiles(root, files);
    await generateIn(root);
    const text = await readFile(path.join(root, 'generated/manifest.json'), 'utf8');
    expect(await generateIn(root, { check: true })).toMatchObject({ ok: true });
    const { catalogue, ...earlier } = JSON.parse(text) as { catalogue: unknown };
    expect(catalogue).toBeDefined();
    putFiles(root, { 'generated/manifest.json': JSON.stringify(earlier) });
    expect((await readManifest(root, 'generated'))?.tools).toEqual({ server: '', tools: new Map() });
    expect(await generateIn(root)).toMatchObject({ ok: true, write: { written: ['generated/manifest.json'] } });
  });
});
