import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { keepTalking } from '../kit/talk.js';

const files = {
  'definitions/kept.mcp.yaml': `
server: { name: kept, version: 1.0.0 }
tools:
  declared:
    description: Says which dialect it speaks, and has an anchor.
    inputSchema:
      $schema: https://json-schema.org/draft/2020-12/schema
      type: object
      properties: { home: { $ref: '#/$defs/Address', description: Where. }, work: { $ref: '#address', description: Where. } }
      $defs: { Address: { $anchor: address, type: object, properties: { city: { type: string } } } }
  plain:
    description: Says nothing about itself.
    inputSchema: { type: object, properties: { city: { type: string, description: Which. } } }
  repeated:
    description: Refers to two files with the same anchor.
    inputSchema:
      type: object
      properties:
        one: { $ref: './one.yaml#value', description: The one. }
        two: { $ref: './two.yaml#value', description: The other. }
  rooted:
    description: Has a root that is written out and referred to.
    inputSchema: { $ref: '#/$defs/Tree', required: [left] }
$defs:
  Tree: { $anchor: tree, type: object, properties: { left: { $ref: '#tree', description: The left one. } } }
`,
  'definitions/one.yaml': '$defs: { Value: { $anchor: value, type: string } }\n',
  'definitions/two.yaml': '$defs: { Value: { $anchor: value, type: integer } }\n',
  'handlers/tools/repeated.ts': `
import type { Repeated } from '../../generated/handlers.ts';
export const repeated: Repeated = ({ one, two }) => \`\${one} \${two}\`;
`,
};

const project = await createProject(files);
const talk = keepTalking(await project.bundle());

async function ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
  const { messages } = await talk([{ jsonrpc: '2.0', id: 1, method, params }]);
  return messages[0]?.result;
}

async function findSchema(tool: string): Promise<unknown> {
  const { tools } = await ask('tools/list');
  return (tools as { name: string; inputSchema: unknown }[]).find(({ name }) => name === tool)?.inputSchema;
}

describe('keywords that identify a schema', () => {
  test('are sent where the author wrote them', async () => {
    expect(await findSchema('declared')).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        home: { $ref: '#/$defs/Address', description: 'Where.' },
        work: { $ref: '#/$defs/Address', description: 'Where.' },
      },
      $defs: { Address: { $anchor: 'address', type: 'object', properties: { city: { type: 'string' } } } },
    });
    expect(await findSchema('plain')).toEqual({
      type: 'object',
      properties: { city: { type: 'string', description: 'Which.' } },
    });
  });

  test('are omitted where two schemas of one descriptor would have the same anchor', async () => {
    expect(JSON.stringify(await findSchema('repeated'))).not.toContain('$anchor');
    expect(await findSchema('rooted')).toEqual({
      type: 'object',
      properties: { left: { $ref: '#/$defs/Tree', description: 'The left one.' } },
      required: ['left'],
      $defs: {
        Tree: { type: 'object', properties: { left: { $ref: '#/$defs/Tree', description: 'The left one.' } } },
      },
    });
  });

  test('do not get in the way of validation', async () => {
    const call = (input: object) => ask('tools/call', { name: 'repeated', arguments: input });
    expect(await call({ one: 'a', two: 1 })).toMatchObject({ content: [{ text: 'a 1' }] });
    expect(await call({ one: 1, two: 'a' })).toMatchObject({ isError: true });
  });
});
