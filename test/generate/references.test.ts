import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { keepTalking, talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { initialize, modern, request } from '../wire/wire.js';

/** Two definitions and three schema files that refer to each other in every way there is. */
const files = {
  'definitions/a.mcp.yaml': `
server: { name: references, version: 1.0.0 }
tools:
  recursive:
    description: A tree.
    inputSchema:
      type: object
      properties: { tree: { $ref: '#/$defs/Node', description: The tree. } }
      required: [tree]
      $defs: { Node: { type: object, properties: { value: { type: integer }, children: { type: array, items: { $ref: '#/$defs/Node' } } }, required: [value] } }
  self:
    description: Its own root.
    inputSchema: { type: object, properties: { next: { $ref: '#' }, n: { type: integer } } }
  rooted:
    description: A root that is a reference with more beside it.
    inputSchema: { $ref: '#/$defs/Node', description: Another description., required: [name] }
  closed:
    description: A root that is a reference with a restriction beside it that looks at its neighbors.
    inputSchema: { $ref: '#/$defs/Node', additionalProperties: false }
  list:
    description: An output that is no object.
    outputSchema: { $ref: './b.mcp.json#/$defs/Names' }
  old:
    description: Draft-07 all the way.
    inputSchema:
      $schema: 'http://json-schema.org/draft-07/schema#'
      type: object
      properties: { pair: { $ref: '#/definitions/Pair', type: string }, flag: true }
      definitions: { Pair: { type: array, items: [{ type: string }, { type: number }], additionalItems: false } }
  mixed:
    description: 2020-12 that refers to a draft-07 file, by path, by address and by anchor.
    inputSchema:
      type: object
      properties:
        pair: { $ref: ./schemas/old.json }
        same: { $ref: 'https://example.com/old' }
        color: { $ref: './schemas/new.yaml#color' }
        deep: { $ref: './schemas/new.yaml#/properties/a~1b/items/0' }
$defs:
  Node: { type: object, properties: { name: { type: string, description: A name. } } }
`,
  'definitions/b.mcp.json': JSON.stringify({
    tools: {
      other: {
        description: 'd',
        inputSchema: { type: 'object', properties: { node: { $ref: './a.mcp.yaml#/$defs/Node' } } },
      },
    },
    $defs: { Names: { type: 'array', items: { type: 'string' } } },
  }),
  'definitions/schemas/old.json': JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://example.com/old',
    type: 'array',
    items: [{ type: 'string' }, { type: 'number' }],
    additionalItems: false,
    minItems: 2,
  }),
  'definitions/schemas/new.yaml': `
$defs: { Color: { $anchor: color, enum: [red, green] } }
properties: { a/b: { items: [{ type: boolean }] } }
`,
  'handlers/tools/list.ts': `
import type { List } from '../../generated/handlers.ts';
export const list: List = () => ['a', 'b'];
`,
  'handlers/tools/mixed.ts': `
import type { Mixed } from '../../generated/handlers.ts';
export const mixed: Mixed = ({ pair, color }) => [pair?.[1].toFixed(1), color === 'red'];
`,
  'handlers/tools/recursive.ts': `
import type { Recursive } from '../../generated/handlers.ts';
export const recursive: Recursive = ({ tree }) => String(tree.children?.[0]?.value);
`,
};

const project = await createProject(files);
const server = await project.bundle();
const ask = keepTalking(server);

/** The descriptors of the server by name, as a revision gets them. */
async function listTools(
  protocolVersion: string,
): Promise<{ readonly [name: string]: { inputSchema: unknown; outputSchema?: unknown } }> {
  const { messages } = await talk(server, [initialize(0, protocolVersion), request(1, 'tools/list')]);
  const { tools } = messages[1]?.result ?? {};
  return Object.fromEntries((tools as { name: string; inputSchema: unknown }[]).map((tool) => [tool.name, tool]));
}

async function call(name: string, input: object): Promise<Record<string, unknown>> {
  const { messages } = await ask([request(1, 'tools/call', { name, arguments: input })]);
  return messages[0]?.result;
}

describe('references', () => {
  test('give types that fit the handlers', async () => {
    expect(await typeCheck(project.folder)).toBe('');
  });

  test('are resolved into self-contained descriptors', async () => {
    const tools = await listTools('2025-11-25');
    const node = { type: 'object', properties: { name: { type: 'string', description: 'A name.' } } };
    expect(tools['recursive']?.inputSchema).toEqual({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Node', description: 'The tree.' } },
      required: ['tree'],
      $defs: {
        Node: {
          type: 'object',
          properties: { value: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
          required: ['value'],
        },
      },
    });
    expect(tools['self']?.inputSchema).toEqual({
      type: 'object',
      properties: { next: { $ref: '#/$defs/inputSchema' }, n: { type: 'integer' } },
      $defs: {
        inputSchema: { type: 'object', properties: { next: { $ref: '#/$defs/inputSchema' }, n: { type: 'integer' } } },
      },
    });
    expect(tools['rooted']?.inputSchema).toEqual({ ...node, description: 'Another description.', required: ['name'] });
    // In one schema `additionalProperties` would see the properties, and mean something else.
    expect(tools['closed']?.inputSchema).toEqual({ type: 'object', additionalProperties: false, allOf: [node] });
    expect(tools['other']?.inputSchema).toEqual({
      type: 'object',
      properties: { node: { $ref: '#/$defs/Node' } },
      $defs: { Node: node },
    });
    expect(tools['mixed']?.inputSchema).toEqual({
      type: 'object',
      properties: {
        pair: { $ref: '#/$defs/old' },
        same: { $ref: '#/$defs/old' },
        color: { $ref: '#/$defs/Color' },
        deep: { $ref: '#/$defs/0' },
      },
      $defs: {
        old: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
        Color: { $anchor: 'color', enum: ['red', 'green'] },
        '0': { type: 'boolean' },
      },
    });
  });

  test('stay in draft-07 where the schema says so', async () => {
    const tools = await listTools('2025-06-18');
    expect(tools['old']?.inputSchema).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { pair: { $ref: '#/definitions/Pair' }, flag: {} },
      definitions: { Pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false } },
    });
    expect(await call('old', { pair: ['a', 1] })).toMatchObject({
      content: [{ text: 'Tool "old" is not implemented.' }],
    });
    expect(await call('old', { pair: ['a', 1, 2] })).toMatchObject({ isError: true });
    expect(JSON.stringify(await call('old', { pair: ['a', 'b'] }))).toContain('pair[1]: must be a number');
  });

  test('an output that is no object is wrapped for legacy revisions', async () => {
    const tools = await listTools('2025-06-18');
    expect(tools['list']?.outputSchema).toEqual({
      type: 'object',
      properties: { result: { type: 'array', items: { type: 'string' } } },
      required: ['result'],
    });
    expect(await call('list', {})).toEqual({
      content: [{ type: 'text', text: '{"result":["a","b"]}' }],
      structuredContent: { result: ['a', 'b'] },
    });
    const { messages } = await talk(server, [modern(1, 'tools/call', { name: 'list', arguments: {} })]);
    expect(messages[0]?.result).toMatchObject({
      content: [{ type: 'text', text: '["a","b"]' }],
      structuredContent: ['a', 'b'],
    });
  });

  test('are followed by the validators', async () => {
    expect(await call('recursive', { tree: { value: 1, children: [{ value: 2 }] } })).toMatchObject({
      content: [{ text: '2' }],
    });
    const bad = await call('recursive', { tree: { value: 1, children: [{ value: 'x' }, {}] } });
    expect(bad).toMatchObject({ isError: true });
    expect(bad['content']).toEqual([
      {
        type: 'text',
        text:
          'Invalid arguments for tool "recursive":\n' +
          '- tree.children[0].value: must be an integer, got "x"\n' +
          '- tree.children[1].value: is required',
      },
    ]);
    expect(await call('mixed', { pair: ['a', 1], color: 'red' })).toMatchObject({
      content: [{ text: '["1.0",true]' }],
    });
    expect(await call('mixed', { same: ['a'] })).toMatchObject({ isError: true });
    expect(await call('mixed', { deep: 1 })).toMatchObject({ isError: true });
  });
});
