import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { createProject, type Project } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

let project: Project;

const definition = (tools: string) => `server: { name: s, version: 1.0.0 }\ntools:\n${tools}`;

const find = `
  find:
    description: Finds.
    inputSchema: { type: object, properties: { q: { type: string, description: Words. } }, required: [q] }
`;

const count = `
  count:
    description: Counts.
    inputSchema: { type: object, properties: { q: { type: string, description: Words. } }, required: [q] }
    outputSchema: { type: object, properties: { found: { type: integer }, next: { type: string } }, required: [found] }
`;

/** Messages of the compiler, with paths below the project. */
async function listTypeErrors(): Promise<readonly string[]> {
  const lines = (await typeCheck(project.folder)).split('\n').filter((line) => line !== '');
  return lines.map((line) => line.replace(/^.*(?=handlers\/)/u, ''));
}

function regenerate(check = false) {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return runGenerator({ root: project.folder, ...folders, check, force: false, strict: false });
}

async function readAll(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(path.join(project.folder, folder), { recursive: true, withFileTypes: true });
  const names = files
    .filter((file) => file.isFile() && path.basename(file.parentPath) !== '.cache')
    .map((file) => path.join(file.parentPath, file.name));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(name, 'utf8')] as const)));
}

describe('generate', () => {
  test('gives the same bytes twice and writes nothing the second time', async () => {
    project = await createProject({ 'definitions/a.mcp.yaml': definition(find) });
    const first = await readAll('generated');
    await rm(path.join(project.folder, 'generated'), { recursive: true });
    const { write } = await regenerate();
    expect(write?.written.length).toBe(first.size);
    expect(await readAll('generated')).toEqual(first);
    expect(await regenerate()).toMatchObject({ ok: true, write: { written: [], created: [], removed: [] } });
    expect(await regenerate(true)).toMatchObject({ ok: true, write: { pending: [] } });
  });

  test('a new tool brings a stub and its wiring; implemented handlers stay', async () => {
    const implemented = `import type { Find } from '../../generated/handlers.ts';\nexport const find: Find = ({ q }) => q.toUpperCase();\n`;
    project = await createProject({
      'definitions/a.mcp.yaml': definition(find),
      'handlers/tools/find.ts': implemented,
    });
    expect(project.report.write?.unimplemented).toEqual([]);
    await writeFile(
      path.join(project.folder, 'definitions/b.mcp.yaml'),
      'tools: { order: { description: Orders. } }\n',
    );
    expect(await regenerate(true)).toMatchObject({ ok: false });
    expect(await regenerate()).toMatchObject({
      ok: true,
      write: { created: ['handlers/tools/order.ts'], unimplemented: ['handlers/tools/order.ts'] },
    });
    expect(await readFile(path.join(project.folder, 'handlers/tools/find.ts'), 'utf8')).toBe(implemented);
    expect(await typeCheck(project.folder)).toBe('');
    // A changed schema is a type error at the line that no longer fits.
    const changed = definition(find.replace('type: string', 'type: integer'));
    await writeFile(path.join(project.folder, 'definitions/a.mcp.yaml'), changed);
    expect(await regenerate()).toMatchObject({ ok: true });
    expect(await listTypeErrors()).toEqual([
      "handlers/tools/find.ts(2,40): error TS2339: Property 'toUpperCase' does not exist on type 'number'.",
    ]);
  });

  test('answers that fit are none, and others are type errors where they stand', async () => {
    const add = (name: string) => `  ${name}: { description: Adds., returns: { sum: { type: integer } } }\n`;
    const bodies: { readonly [tool: string]: string } = {
      count: `return { found: 1, nxet: 'b' };`,
      // A tool that is called `tool` has an answer, too.
      tool: `if (input.q === '') return { found: 0 };\n  return { found: 'one' };`,
      right: 'return { sum: 7 };',
      bare: 'return 7;',
      built: `return text('7');`,
      misspelled: 'return { smu: 7 };',
    };
    const tools = ['right', 'bare', 'built', 'misspelled'].map(add).join('');
    project = await createProject({
      'definitions/a.mcp.yaml': definition(count + count.replace('count:', 'tool:') + tools),
    });
    for (const [tool, body] of Object.entries(bodies)) {
      const file = path.join(project.folder, `handlers/tools/${tool}.ts`);
      const stub = await readFile(file, 'utf8');
      await writeFile(file, stub.replace('notImplemented', 'text').replace(/return notImplemented.*/u, body));
    }
    expect(await listTypeErrors()).toEqual([
      "handlers/tools/count.ts(6,22): error TS2353: Object literal may only specify known properties, and 'nxet' does " +
        "not exist in type 'CountResult'.",
      "handlers/tools/misspelled.ts(6,12): error TS2353: Object literal may only specify known properties, and 'smu' does " +
        "not exist in type 'MisspelledOutput | ToolResult'.",
      "handlers/tools/tool.ts(7,12): error TS2322: Type 'string' is not assignable to type 'number | bigint'.",
    ]);
  });

  test('errors keep everything as it was', async () => {
    project = await createProject({ 'definitions/a.mcp.yaml': definition(find) });
    const before = await readAll('generated');
    await writeFile(path.join(project.folder, 'definitions/a.mcp.yaml'), definition('  x: {}\n'));
    const report = await regenerate();
    expect(report.ok).toBe(false);
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['missing-description']);
    expect(report.write).toBeUndefined();
    expect(await readAll('generated')).toEqual(before);
  });

  test('a new schema takes no name away from another', async () => {
    const refers = (name: string, file: string) => `
  ${name}:
    description: d
    inputSchema: { type: object, properties: { a: { $ref: '${file}#/$defs/Item' } } }
`;
    const item = (type: string) => `$defs: { Item: { type: ${type} } }\n`;
    project = await createProject({
      'definitions/b.mcp.yaml': definition(refers('b', '')) + item('string'),
    });
    const types = () => readFile(path.join(project.folder, 'generated/types.ts'), 'utf8');
    expect(await types()).toContain('export type Item = string;');
    await writeFile(path.join(project.folder, 'definitions/a.mcp.yaml'), `tools:${refers('a', '')}${item('number')}`);
    expect(await regenerate()).toMatchObject({ ok: true });
    expect(await types()).toContain('export type Item = string;');
    expect(await types()).toContain('export type AItem = number;');
    expect(await typeCheck(project.folder)).toBe('');
  });

  test('keys keep their spelling and their place', async () => {
    project = await createProject({
      'definitions/a.mcp.yaml': definition(`
  1.0: { description: d }
  null: { description: d }
  20: { description: d }
  9: { description: d, inputSchema: { type: object, properties: { b: { description: d }, 2: { description: d }, 1: { description: d } } } }
`),
    });
    const served = await readFile(path.join(project.folder, 'generated/definition.ts'), 'utf8');
    const tools = await readFile(path.join(project.folder, 'generated/tools.ts'), 'utf8');
    const keys = ["'1.0'", "'null'", "'20'", "'9'"];
    expect([...served.matchAll(/^ {6}('.*'),$/gmu)].map(([, name]) => name)).toEqual(keys);
    expect([...tools.matchAll(/^ {4}name: (.*),$/gmu)].map(([, name]) => name)).toEqual(keys);
    expect(await readFile(path.join(project.folder, 'generated/descriptors.ts'), 'utf8')).toContain(
      '"properties":{"b":{"description":"d"},"2":{"description":"d"},"1":{"description":"d"}}',
    );
    expect(await typeCheck(project.folder)).toBe('');
  });
});
