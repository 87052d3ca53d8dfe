import { describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { readManifest } from '../../generator/pipeline/write/manifest.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { readTree } from '../write/project-fixture.js';
import { generateIn, listFound } from './generate-in.js';

const server = 'server: { name: office, version: 1.0.0 }\n';
const good = 'PARAM a DESCRIPTION "d"\nDESCRIPTION "Works"\n';
const bad = 'PARAM a AS strin DESCRIPTION "d"\nDESCRIPTION "Does not work"\n';

/** Result of a run with `keepGoing`. */
async function keepGoing(files: { readonly [file: string]: string }, root?: string) {
  const folder = root ?? makeFolder();
  putFiles(folder, Object.fromEntries(Object.entries(files).map(([file, text]) => [`definitions/${file}`, text])));
  const report = await generateIn(folder, { keepGoing: true });
  const catalogue = (await readManifest(folder, 'generated'))?.tools;
  return {
    ok: report.ok,
    found: listFound(report),
    leftOut: report.omitted,
    tools: [...(catalogue?.tools.keys() ?? [])],
    orphans: report.write?.orphans,
  };
}

describe('B4 a bad file stops no other one', () => {
  test('scripts and descriptors with errors are skipped', async () => {
    expect(
      await keepGoing({
        'a.mcp.yaml': server,
        'bad.bas': bad,
        'good.bas': good,
        'worse.botserver.json': '{ "description": "W", "input_schema": { "type": "array" } }',
        'broken.botserver.json': '{ "description": ',
        'fine.botserver.json': '{ "description": "F" }',
      }),
    ).toEqual({
      ok: false,
      found: expect.arrayContaining([
        'error unsupported-type definitions/bad.bas:1:12',
        'error input-not-object definitions/worse.botserver.json:1:39',
        'error syntax definitions/broken.botserver.json:1:18',
      ]),
      leftOut: expect.toSatisfy((names: readonly string[]) => names.length === 3),
      tools: ['fine', 'good'],
      orphans: [],
    });
  });

  test('tools of a larger file are skipped one by one', async () => {
    const { ok, tools, leftOut, found } = await keepGoing({
      'a.mcp.yaml': `${server}tools:
  one: { description: Works. }
  two: { descripton: Does not. }
  three:
    description: Does not, either.
    inputSchema: { type: object, properties: { a: { type: strin, description: d } } }
  four: { description: Works. }
resources:
  test://a: { name: a, file: ./missing.md }
  test://b: { name: b }
`,
    });
    expect({ ok, tools }).toEqual({ ok: false, tools: ['four', 'one'] });
    expect(leftOut?.toSorted()).toEqual([
      'test://a (resources of definitions/a.mcp.yaml)',
      'three (tools of definitions/a.mcp.yaml)',
      'two (tools of definitions/a.mcp.yaml)',
    ]);
    expect(found).toContain('error unknown-key definitions/a.mcp.yaml:4:10');
  });

  test('what refers to a schema that is skipped is skipped as well', async () => {
    const { tools, leftOut, found } = await keepGoing({
      'a.mcp.yaml': `${server}tools:
  one: { description: Works. }
  two: { description: Refers., inputSchema: { $ref: '#/$defs/Broken' } }
$defs:
  Broken: { type: objec }
`,
    });
    expect(tools).toEqual(['one']);
    expect(leftOut).toHaveLength(2);
    expect(found).toContain('error invalid-schema definitions/a.mcp.yaml:6:19');
  });

  test('a tool that is defined twice is there once, and a key that stands twice costs its tool', async () => {
    const { tools } = await keepGoing({
      'a.mcp.yaml': `${server}tools:\n  one: { description: A. }\n  two: { description: B. }\n  one: { description: C. }\n`,
      'two.bas': good,
    });
    expect(tools).toEqual(['two']);
  });

  test('a schema that the compiler refuses costs its tool', async () => {
    const { tools, found, leftOut } = await keepGoing({
      'a.mcp.yaml': `${server}tools:
  one: { description: Works. }
  two:
    description: Does not.
    inputSchema: { type: object, properties: { a: { description: d, enum: [] } } }
`,
    });
    expect({ found, leftOut }).toEqual({
      found: ['error uncompilable-schema definitions/a.mcp.yaml:4:3'],
      leftOut: ['two'],
    });
    expect(tools).toEqual(['one']);
  });

  test.each([
    ['an error of the server', { 'a.mcp.yaml': 'server: { name: office }', 'good.bas': good }],
    ['no server', { 'good.bas': good }],
    ['nothing that is sound', { 'a.mcp.yaml': 'server: {' }],
    ['a file that says who the server is and cannot be read', { 'a.mcp.yaml': 'server: {', 'good.bas': good }],
  ])('%s stops everything', async (_title, files) => {
    const { ok, tools, leftOut } = await keepGoing(files as { readonly [file: string]: string });
    expect({ ok, tools, leftOut }).toEqual({ ok: false, tools: [], leftOut: undefined });
  });

  test('the handler of a tool that is skipped for a while is no orphan, and no name is lost', async () => {
    const root = makeFolder();
    const definition = (type: string) => `${server}tools:
  one: { description: A., inputSchema: { type: ${type}, properties: { a: { description: d, $ref: '#/$defs/A' } } } }
  two: { description: B. }
$defs: { A: { type: string } }
`;
    putFiles(root, { 'definitions/a.mcp.yaml': definition('object') });
    expect(await generateIn(root)).toMatchObject({ ok: true });
    const names = (await readManifest(root, 'generated'))?.names;
    const { tools, orphans } = await keepGoing({ 'a.mcp.yaml': definition('array') }, root);
    expect({ tools, orphans }).toEqual({ tools: ['two'], orphans: [] });
    expect((await readManifest(root, 'generated'))?.names).toEqual(names);
    putFiles(root, { 'definitions/a.mcp.yaml': definition('object') });
    const last = await generateIn(root);
    expect(last).toMatchObject({ ok: true });
    expect(last.write?.unimplemented).toEqual(['handlers/tools/one.ts', 'handlers/tools/two.ts']);
  });

  test('the command says what it skipped, and fails', async () => {
    const cwd = makeFolder();
    putFiles(cwd, { 'definitions/a.mcp.yaml': server, 'definitions/bad.bas': bad, 'definitions/good.bas': good });
    const { exitCode, out, error } = await runInMemory(['generate', '--keep-going'], { cwd });
    expect(exitCode).toBe(1);
    expect(error).toContain('1 error');
    expect(out).toMatch(/^Generated 1 tool: .*\n\nSkipped because of errors:\n {2}definitions\/bad\.bas\n/u);
  });

  test('warnings leave nothing out, unless they are errors', async () => {
    const files = { 'a.mcp.yaml': server, 'late.bas': `${good}x = 1\nPARAM b DESCRIPTION "d"`, 'good.bas': good };
    expect((await keepGoing(files)).tools).toEqual(['good', 'late']);
    const root = makeFolder();
    putFiles(root, Object.fromEntries(Object.entries(files).map(([file, text]) => [`definitions/${file}`, text])));
    expect(await generateIn(root, { keepGoing: true, strict: true })).toMatchObject({
      omitted: ['definitions/late.bas'],
    });
  });
});

describe('B4 a run that left something out', () => {
  const files = { 'definitions/a.mcp.yaml': server, 'definitions/bad.bas': bad, 'definitions/good.bas': good };

  test('tells programs what it wrote and what not', async () => {
    const cwd = makeFolder();
    putFiles(cwd, files);
    const { exitCode, out } = await runInMemory(['generate', '--keep-going', '--json'], { cwd });
    expect({ exitCode, report: JSON.parse(out) as object }).toMatchObject({
      exitCode: 1,
      report: { ok: false, applied: true, leftOut: ['definitions/bad.bas'], summary: { tools: 1 } },
    });
  });

  test('says what it would write, and writes nothing', async () => {
    const cwd = makeFolder();
    putFiles(cwd, files);
    const { exitCode, out } = await runInMemory(['generate', '--keep-going', '--dry-run'], { cwd });
    expect(exitCode).toBe(1);
    expect(out).toContain('handlers/tools/good.ts');
    expect(out).toContain('definitions/bad.bas');
    expect(Object.keys(await readTree(cwd))).toEqual(Object.keys(files));
  });
});
