import { describe, expect, test } from 'vitest';
import { makeDefinition, makeHandlers, makeTool } from './fixture-server.js';
import { serve } from './http-kit.js';
import { ask, bodyOf, isModern, revisions, talkIn } from './revision-client.js';
import type { Subject } from './wire.js';

const error = { code: -32601, message: 'Method not found' };
const toolsOnly: Subject = {
  definition: makeDefinition({ tools: [makeTool('probe')] }),
  handlers: makeHandlers({ tools: { probe: () => 'x' } }),
};
const methods: readonly (readonly [method: string, params: object])[] = [
  ['prompts/list', {}],
  ['prompts/get', { name: 'p' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'app://r' }],
  ['resources/subscribe', { uri: 'app://r' }],
  ['resources/unsubscribe', { uri: 'app://r' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
];

describe.each(revisions)('in %s a method of a capability that is not declared', (revision) => {
  test.each(methods)('%s is an unknown method', async (method, params) => {
    expect(await talkIn(revision, toolsOnly, [ask(revision, 1, method, params)])).toEqual([
      { jsonrpc: '2.0', id: 1, error },
    ]);
  });

  test('is another than one of a capability that is declared without entries', async () => {
    const definition = makeDefinition({ capabilities: { prompts: true, resources: true } });
    const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
    const asked = lists.map((method) => ask(revision, method, method));
    const answers = await talkIn(revision, { definition, handlers: makeHandlers() }, asked);
    expect(answers.map(bodyOf)).toEqual([{ tools: [] }, { prompts: [] }, { resources: [] }, { resourceTemplates: [] }]);
  });

  test('is answered 404 over HTTP in the modern era, 200 in the legacy era', async () => {
    const server = await serve(toolsOnly);
    const peer = isModern(revision) ? server : await server.initialize(revision);
    for (const [method, params] of methods) {
      const { status, body } = await peer.post(ask(revision, 1, method, params));
      expect([method, status, JSON.parse(body)]).toEqual([
        method,
        isModern(revision) ? 404 : 200,
        { jsonrpc: '2.0', id: 1, error },
      ]);
    }
  });
});
