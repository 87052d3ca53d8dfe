import type { HandlerContext, RequestContext, ServerControl } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import type { Subject } from '../wire/wire.js';

/** A server that the model knows by heart, and the handles that a test has on it. */
export interface ModelServer extends Subject {
  /** Set when the server has started. */
  control?: ServerControl;
  /** Lets all calls of the tool `wait` go on. */
  release(): void;
}

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

/** Creates the server; each session has one of its own. */
export function makeModelServer(): ModelServer {
  const waiting: (() => void)[] = [];
  const wait = (_: unknown, { signal }: RequestContext): Promise<string> =>
    new Promise((resolve, reject) => {
      waiting.push(() => resolve('waited'));
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  const definition = makeDefinition({
    server: { name: 'model', version: '1.0.0' },
    capabilities: { prompts: true, resources: true, listChanged: ['tools', 'prompts', 'resources'], subscribe: true },
    tools: ['echo', 'wait', 'ask', 'fail'].map((name) => makeTool(name)),
    prompts: [
      {
        name: 'greet',
        fields: { arguments: '[{"name":"who","required":true}]' },
        arguments: [{ name: 'who', required: true }],
        completions: { who: ['world', 'you'] },
      },
    ],
    resources: [{ uri: 'model://one', fields: { name: '"one"' } }],
    resourceTemplates: [
      {
        uriTemplate: 'model://item/{id}',
        fields: { name: '"item"' },
        matcher: { pattern: /^model:\/\/item\/([^/]+)$/u, path: [{ name: 'id' }], query: [] },
      },
    ],
  });
  const handlers = makeHandlers({
    tools: {
      echo: (input: unknown) => JSON.stringify(input),
      wait,
      ask: async (_: unknown, { elicit }: HandlerContext) => {
        const answer = await elicit('Who are you?', form);
        return answer.action === 'accept' ? `Hello ${String(answer.content['name'])}` : answer.action;
      },
      fail: () => {
        throw new Error('No luck');
      },
    },
    prompts: { greet: ({ who }: { readonly who: string }) => `Hello ${who}` },
    resources: { 'model://one': () => 'one' },
    resourceTemplates: {
      'model://item/{id}': ({ id }: { readonly id: string }) => (id === 'none' ? undefined : `item ${id}`),
    },
    completions: { prompts: {}, resourceTemplates: {} },
  });
  return {
    definition,
    handlers,
    release: () => {
      for (const wake of waiting.splice(0)) wake();
    },
  };
}
