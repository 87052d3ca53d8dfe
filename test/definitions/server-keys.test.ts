import { describe, expect, test } from 'vitest';
import { diagnose, print, read, type Files } from './diagnose.js';

/** A server; the value of its `capabilities` begins in column 50. */
const capable = (capabilities: string) => `server: { name: s, version: 1.0.0, capabilities: ${capabilities} }\n`;

/** A resource in line 3; the value of its `cache` begins in column 37. */
const cached = (cache: string) =>
  `server: { name: s, version: 1.0.0 }\nresources:\n  x://a: { name: a, text: t, cache: ${cache} }\n`;

const cases: readonly (readonly [what: string, files: Files, wanted: readonly string[]])[] = [
  ['all capabilities', capable('{ tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } }'), []],
  ['no capabilities', capable('{}'), []],
  ['a capability that servers do not ask for', capable('{ logging: {} }'), ['unknown-key 1:52']],
  ['a capability that is no object', capable('{ tools: true }'), ['wrong-type 1:59']],
  ['tools to subscribe to', capable('{ tools: { subscribe: true } }'), ['unknown-key 1:61']],
  ['a flag that is no boolean', capable('{ tools: { listChanged: yes } }'), ['wrong-type 1:74']],
  ['cache hints', cached('{ ttlMs: 5000, scope: private }'), []],
  ['a negative age', cached('{ ttlMs: -1 }'), ['invalid-value 3:46']],
  ['an age that is no integer', cached('{ ttlMs: 1.5 }'), ['wrong-type 3:46']],
  ['a scope that does not exist', cached('{ scope: shared }'), ['invalid-value 3:46']],
  ['an unknown hint', cached('{ ttl: 5 }'), ['unknown-key 3:39']],
  ['a kind of a resource', cached('{ tools: { ttlMs: 5 } }'), ['unknown-key 3:39']],
  ['a kind that has no hints', 'server: { name: s, version: 1.0.0, cache: { calls: {} } }\n', ['unknown-key 1:45']],
  [
    'a kind with a negative age',
    'server: { name: s, version: 1.0.0, cache: { tools: { ttlMs: -1 } } }\n',
    ['invalid-value 1:61'],
  ],
  [
    'cache hints of a template',
    'server: { name: s, version: 1.0.0 }\nresourceTemplates:\n  x://{a}: { name: a, cache: { scope: all } }\n',
    ['invalid-value 3:39'],
  ],
];

describe('capabilities and cache', () => {
  test.each(cases)('%s', async (_what, files, wanted) => {
    expect(await diagnose(files)).toEqual(wanted);
  });

  test('a misspelt capability has a suggestion', async () => {
    expect(await print(capable('{ tools: { listChange: true } }'))).toContain('help: did you mean `listChanged`?');
  });

  test('only what is true is asked for', async () => {
    const { resolved } = await read(
      capable('{ resources: { listChanged: true, subscribe: false }, prompts: { listChanged: false }, tools: {} }'),
    );
    expect(resolved.model.server.capabilities).toEqual({ listChanged: ['resources'], subscribe: false });
  });

  test('static content may be kept by all, what a handler answers by nobody else, unless the definition says', async () => {
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
});
