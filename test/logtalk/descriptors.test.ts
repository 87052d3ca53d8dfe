import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { callTool, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const names = serveFixture('names');

/** Generates a server with some tools, each given as a line of YAML. */
function generateTools(...tools: readonly string[]): Promise<unknown> {
  const lines = ['server: { name: bad, version: 1.0.0 }', 'tools:', ...tools.map((tool) => `  ${tool}`)];
  return createProject({ 'definitions/bad.mcp.yaml': `${lines.join('\n')}\n` });
}

describe('T1 descriptors of tools', () => {
  test('tools are listed in the order of the definition, each with a title', async () => {
    const { result } = await names.ask(request(1, 'tools/list'));
    expect(result.tools.map(({ name, title }: { name: string; title: string }) => [name, title])).toEqual([
      ['z-last', 'z-last'],
      ['a-b', 'a-b'],
      ['delete', 'delete'],
      ['constructor', 'constructor'],
      ['__proto__', '__proto__'],
      ['42', '42'],
      ['Promise', 'Promise'],
      ['types', 'All types'],
    ]);
  });

  test('a description must not be empty', async () => {
    await expect(generateTools("a: { description: '' }")).rejects.toThrow(/bad\.mcp\.yaml:3:\d+ error missing-desc/u);
  });
});

test('T2 without inputs the schema has no `required`, else it is as written', async () => {
  const { result } = await names.ask(request(1, 'tools/list'));
  expect(result.tools[0].inputSchema).toEqual({ type: 'object', properties: {} });
  expect(result.tools[7].inputSchema.required).toEqual([
    'Integer',
    'Number',
    'Atom',
    'Boolean',
    'List',
    'Compound',
    'Any',
  ]);
});

describe('T3 types of parameters', () => {
  test('types are those of JSON Schema', async () => {
    const { stdout } = await names.talk([request(1, 'tools/list')]);
    const properties =
      '{"Integer":{"type":"integer","description":"A whole number."},' +
      '"Number":{"type":"number","description":"Any number."},' +
      '"Atom":{"type":"string","description":"A text."},' +
      '"Boolean":{"type":"boolean","description":"Yes or no."},' +
      '"List":{"type":"array","description":"Some values."},' +
      '"Compound":{"type":"object","description":"Named values."},' +
      '"Any":{"description":"Anything."},' +
      '"Optional":{"type":"string","description":"May be missing."}}';
    expect(stdout).toContain(`"properties":${properties}`);
  });

  test.each(['atom', 'float', 'list', 'compound', 'chars'])('an unknown one is an error: %s', async (type) => {
    const tool = `a: { description: A., inputSchema: { type: object, properties: { N: { type: ${type} } } } }`;
    await expect(generateTools(tool)).rejects.toThrow(/bad\.mcp\.yaml:3:\d+ error invalid-schema/u);
  });
});

describe('T4 names of functions', () => {
  test('a name that is no identifier has a function that is one', async () => {
    const { result } = await names.ask(callTool(1, 'a-b'));
    expect(result).toEqual({ content: [{ type: 'text', text: 'a and b' }] });
  });

  test.each([
    ['z-last', 'z-last.ts', 'zLast'],
    ['delete', 'delete.ts', 'deleteTool'],
    ['constructor', 'constructor.ts', 'constructor'],
    ['__proto__', 'proto.ts', 'proto'],
    ['42', '42.ts', 'tool42'],
    ['Promise', 'promise.ts', 'promiseTool'],
  ])('%s has a stub that compiles and answers', async (name, file, identifier) => {
    const stub = await readFile(path.join(names.folder(), 'handlers/tools', file), 'utf8');
    expect(stub).toContain(`export const ${identifier}: `);
    const { result } = await names.ask(callTool(1, name));
    expect(result).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(/not implemented/u) as unknown }],
      isError: true,
    });
  });

  test('names that give the same function are an error that names both', async () => {
    await expect(generateTools('a-b: { description: A. }', 'a_b: { description: B. }')).rejects.toThrow(
      /bad\.mcp\.yaml:4:3 error colliding-names: `a_b` and `a-b`/u,
    );
  });

  test('a tool that is defined twice is an error', async () => {
    await expect(generateTools('a: { description: A. }', 'a: { description: B. }')).rejects.toThrow(
      /bad\.mcp\.yaml:4:3 error duplicate-key/u,
    );
  });
});
