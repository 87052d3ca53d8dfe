import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { createProject, type Project } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

let project: Project;

afterEach(() => project.remove());

const definition = (tools: string) => `server: { name: s, version: 1.0.0 }\ntools:\n${tools}`;

const find = `
  find:
    description: Finds.
    inputSchema: { type: object, properties: { q: { type: string, description: Words. } }, required: [q] }
`;

function regenerate(check = false) {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return generate({ root: project.folder, ...folders, check, force: false, strict: false });
}

async function readAll(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(path.join(project.folder, folder), { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
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
    expect(await regenerate(true)).toMatchObject({ ok: true, write: { stale: [] } });
  });

  test('a new tool brings a stub and its wiring; implemented handlers stay', async () => {
    const implemented = `import type { Find } from '../../generated/handlers.ts';\nexport const find: Find = ({ q }) => q;\n`;
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
  });

  test('a changed schema is a type error at the line that no longer fits', async () => {
    project = await createProject({
      'definitions/a.mcp.yaml': definition(find),
      'handlers/tools/find.ts': `import type { Find } from '../../generated/handlers.ts';

export const find: Find = ({ q }) => {
  return q.toUpperCase();
};
`,
    });
    await writeFile(
      path.join(project.folder, 'definitions/a.mcp.yaml'),
      definition(find.replace('type: string', 'type: integer')),
    );
    expect(await regenerate()).toMatchObject({ ok: true });
    const printed = await typeCheck(project.folder);
    expect(printed).toContain(
      "handlers/tools/find.ts(4,12): error TS2339: Property 'toUpperCase' does not exist on type 'number'.",
    );
    expect(printed.trim().split('\n')).toHaveLength(1);
  });

  test('a removed tool leaves its handler on disk and says so', async () => {
    project = await createProject({
      'definitions/a.mcp.yaml': definition(`${find}  order: { description: Orders. }\n`),
    });
    await writeFile(path.join(project.folder, 'definitions/a.mcp.yaml'), definition(find));
    expect(await regenerate()).toMatchObject({ ok: true, write: { orphans: ['handlers/tools/order.ts'] } });
    expect(await readFile(path.join(project.folder, 'handlers/tools/order.ts'), 'utf8')).toContain('notImplemented');
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
    const descriptors = await readFile(path.join(project.folder, 'generated/descriptors.ts'), 'utf8');
    expect([...descriptors.matchAll(/^ {6}name: (.*),$/gmu)].map(([, name]) => name)).toEqual([
      "'1.0'",
      "'null'",
      "'20'",
      "'9'",
    ]);
    expect(descriptors).toContain(
      '"properties":{"b":{"description":"d"},"2":{"description":"d"},"1":{"description":"d"}}',
    );
    expect(await typeCheck(project.folder)).toBe('');
  });
});
