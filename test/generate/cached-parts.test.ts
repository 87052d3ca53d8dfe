import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { printPlainType } from '../../generator/emit/types/print-plain-type.js';
import { compileAside } from '../../generator/emit/validators/compile-aside.js';
import { generate, type GenerateReport } from '../../generator/generate.js';
import { createProject, type Project } from '../kit/build-server.js';

vi.mock('../../generator/emit/validators/compile-aside.js', { spy: true });
vi.mock('../../generator/emit/types/print-plain-type.js', { spy: true });

/** A tool or a definition of the test: numbers that its schema is made of. */
interface Subject {
  readonly name: string;
  readonly limit: number;
  readonly refersTo: readonly number[];
  readonly text: string;
}

function describeSchema({ limit, refersTo, text }: Subject): object {
  const own = { type: 'string', description: text, maxLength: limit, enum: ['x', 'y', `z${limit}`] };
  const references = refersTo.map((target, index) => [`r${index}`, { $ref: `#/$defs/D${target}` }] as const);
  return { type: 'object', description: text, properties: { a: own, ...Object.fromEntries(references) } };
}

/** JSON is YAML. */
function writeDefinition(tools: readonly Subject[], definitions: readonly Subject[]): string {
  const descriptors = tools.map((tool) => {
    const schema = describeSchema(tool);
    return [tool.name, { description: tool.text, inputSchema: schema, outputSchema: schema }] as const;
  });
  return JSON.stringify({
    server: { name: 's', version: '1.0.0' },
    tools: Object.fromEntries(descriptors),
    $defs: Object.fromEntries(definitions.map((definition) => [definition.name, describeSchema(definition)])),
  });
}

const definitionCount = 4;
const target = fc.integer({ min: 0, max: definitionCount - 1 });

function subject(name: string): fc.Arbitrary<Subject> {
  return fc.record({
    name: fc.constant(name),
    limit: fc.integer({ min: 1, max: 3 }),
    refersTo: fc.array(target, { maxLength: 2 }),
    text: fc.constantFrom('One.', 'Two.'),
  });
}

/** Definitions that may refer to each other in circles, and some of seventy tools: more than a module holds. */
const state = fc.tuple(
  fc
    .subarray(Array.from({ length: 70 }, (_, index) => `tool_${index}`))
    .chain((names) => fc.tuple(...names.map(subject))),
  fc.tuple(...Array.from({ length: definitionCount }, (_, index) => subject(`D${index}`))),
);

let project: Project;
beforeEach(async () => {
  project = await createProject({ 'definitions/a.mcp.yaml': 'server: { name: s, version: 1.0.0 }\n' });
});
afterEach(() => project.remove());

async function run(text: string): Promise<GenerateReport> {
  await writeFile(path.join(project.folder, 'definitions/a.mcp.yaml'), text);
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  const report = await generate({ root: project.folder, ...folders, check: false, force: false, strict: false });
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return report;
}

const parts = () => path.join(project.folder, 'generated/.cache/parts');

function toolNamed(name: string, more: Partial<Subject> = {}): Subject {
  return { name, limit: 1, refersTo: [], text: 'One.', ...more };
}

describe('types and validators of the last run', () => {
  test('are those that a run without them makes, whatever was changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 3 }), async (states) => {
        for (const [tools, definitions] of states) await run(writeDefinition(tools, definitions));
        const text = await readFile(path.join(project.folder, 'definitions/a.mcp.yaml'), 'utf8');
        const left = await readFile(parts());
        await rm(path.dirname(parts()), { recursive: true });
        expect((await run(text)).write).toMatchObject({ written: [], removed: [] });
        expect((await readFile(parts())).equals(left)).toBe(true);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  }, 300_000);

  test('are not made again, but for what has changed', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `tool_${index}`);
    const tools = names.map((name, index) => toolNamed(name, { limit: index + 1 }));
    await run(writeDefinition(tools, []));
    vi.mocked(compileAside).mockClear();
    vi.mocked(printPlainType).mockClear();
    await run(writeDefinition(tools.with(3, toolNamed('tool_3', { limit: 99 })), []));
    const groups = vi.mocked(compileAside).mock.calls.flatMap(([request]) => request.groups);
    const [group = []] = groups;
    expect(groups).toHaveLength(1);
    expect(group.length).toBeLessThanOrEqual(24);
    expect(group.map(({ name }) => name)).toEqual(names.slice(0, group.length));
    expect(group.map(({ name }) => name)).toContain('tool_3');
    expect(printPlainType).toHaveBeenCalledTimes(2);
  });

  test('are not needed where only descriptions have changed, for validators', async () => {
    await run(writeDefinition([toolNamed('find')], []));
    vi.mocked(compileAside).mockClear();
    await run(writeDefinition([toolNamed('find', { text: 'Two.' })], []));
    expect(compileAside).not.toHaveBeenCalled();
  });

  test.each([
    ['is cut off', (content: Buffer) => content.subarray(0, -9)],
    ['is damaged', (content: Buffer) => content.map((byte, index) => (index === content.length - 9 ? byte ^ 1 : byte))],
    ['is empty', () => Buffer.alloc(0)],
  ])('are made again when their file %s', async (_what, damage) => {
    await run(writeDefinition([toolNamed('find')], []));
    await writeFile(parts(), damage(await readFile(parts())));
    vi.mocked(compileAside).mockClear();
    expect((await run(writeDefinition([toolNamed('find')], []))).write).toMatchObject({ written: [] });
    expect(compileAside).toHaveBeenCalledOnce();
  });

  test('do not keep from what is wrong with values and schemas being found again', async () => {
    const write = (text: string) => `
server: { name: s, version: 1.0.0 }
tools:
  sound: { description: "${text}", inputSchema: { type: object, properties: { a: { type: string, default: x, description: A. } } } }
  faulty:
    description: Asks.
    inputSchema:
      type: object
      properties:
        a: { type: string, format: date, default: soon, description: A. }
        b: { type: string, requird: true, description: B. }
`;
    const codes = async (text: string) => (await run(write(text))).diagnostics.map(({ code }) => code);
    const first = await codes('One.');
    expect(first).toContain('invalid-format');
    expect(first).toContain('unknown-keyword');
    expect(await codes('Two.')).toEqual(first);
    expect(await codes('One.')).toEqual(first);
  });

  test('are forgotten with the definitions that they were made of', async () => {
    await run(writeDefinition([toolNamed('find')], []));
    const small = await readFile(parts());
    await run(writeDefinition([toolNamed('find'), toolNamed('count', { limit: 2 })], []));
    expect((await readFile(parts())).length).toBeGreaterThan(small.length);
    await run(writeDefinition([toolNamed('find')], []));
    expect((await readFile(parts())).equals(small)).toBe(true);
  });
});
