import { describe, expect, test } from 'vitest';
import { toolsetsPart } from '../../generator/features/toolsets/toolsets-part.js';
import { read } from './diagnose.js';
import { define } from './frames.js';

describe('in the model', () => {
  test('values of a completion keep their spelling and their order', async () => {
    const { resolved } = await read(define("complete [z, no, '1.0', 'null', 2020-01-01, ~ a]"));
    expect(resolved.model.prompts[0]?.arguments[0]?.completion).toEqual({
      kind: 'list',
      values: ['z', 'no', '1.0', 'null', '2020-01-01', '~ a'],
    });
  });

  test('questions are as they were written', async () => {
    const question = { message: 'Delete {{count}}?', url: 'https://a.example/{{id}}', unavailable: 'cancel' };
    const { resolved } = await read(define(`tool elicitations: { confirm: ${JSON.stringify(question)} }`));
    expect(resolved.model.tools[0]?.elicitations).toEqual([
      { name: 'confirm', typeName: 'TConfirmContent', ...question },
    ]);
  });

  test('only capabilities that are true are asked for', async () => {
    const { resolved } = await read(
      define(
        'capabilities { resources: { listChanged: true, subscribe: false }, prompts: { listChanged: false }, tools: {} }',
      ),
    );
    expect(resolved.model.server.capabilities).toEqual({ listChanged: ['resources'], subscribe: false });
  });

  test('static content may be kept by all, what a handler answers by no other cache, unless the definition says', async () => {
    const { resolved } = await read(`server: { name: s, version: 1.0.0 }
resources:
  x://static: { name: a, text: t, cache: { ttlMs: 1 } }
  x://handled: { name: b, cache: { ttlMs: 2 } }
  x://said: { name: c, cache: { scope: public } }
  x://silent: { name: d, text: t }
resourceTemplates:
  x://{e}: { name: e, cache: {} }
`);
    expect([...resolved.model.resources, ...resolved.model.resourceTemplates].map(({ cache }) => cache)).toEqual([
      { ttlMs: 1, scope: 'public' },
      { ttlMs: 2, scope: 'private' },
      { ttlMs: 0, scope: 'public' },
      undefined,
      { ttlMs: 0, scope: 'private' },
    ]);
  });

  test('a toolset stands once in the model, and nothing where there is none', async () => {
    const { resolved } = await read(`server: { name: s, version: 1.0.0 }
tools:
  a: { description: d, toolset: [x, y, x], enabled: true }
  b: { description: d, toolset: [], enabled: false }
`);
    expect(resolved.model.tools.map((tool) => [toolsetsPart.of(tool), tool.isInactive])).toEqual([
      [['x', 'y'], undefined],
      [undefined, true],
    ]);
  });
});
