import { makeDefinition, makeHandlers, makeTool } from '../../wire/fixture-server.js';
import { feed, initialize, modern, parseLines, request, type Subject, type Wire } from '../../wire/wire.js';

/** A server with one handler behind a tool, a prompt, a resource and a completion. */
export function serveEverywhere(handler: (...given: readonly never[]) => unknown): Subject {
  const uriTemplate = 'app://pages/{page}';
  return {
    definition: makeDefinition({
      tools: [makeTool('probe')],
      prompts: [{ name: 'probe', arguments: [], fields: {} }],
      resources: [{ uri: 'app://probe', fields: {} }],
      resourceTemplates: [
        {
          uriTemplate,
          fields: {},
          matcher: { pattern: /^app:\/\/pages\/(\d+)$/u, path: [{ name: 'page' }], query: [] },
          completions: { page: 'handler' },
        },
      ],
    }),
    handlers: makeHandlers({
      tools: { probe: handler },
      prompts: { probe: handler },
      resources: { 'app://probe': handler },
      resourceTemplates: { [uriTemplate]: handler },
      completions: { prompts: {}, resourceTemplates: { [uriTemplate]: { page: handler } } },
    }),
  };
}

/** The requests that reach the handler of {@link serveEverywhere}: tool, prompt, resource and completion, with ids 1 to 4. */
export function fourRequests(make: typeof request = request): readonly Wire[] {
  return [
    make(1, 'tools/call', { name: 'probe' }),
    make(2, 'prompts/get', { name: 'probe' }),
    make(3, 'resources/read', { uri: 'app://probe' }),
    make(4, 'completion/complete', {
      ref: { type: 'ref/resource', uri: 'app://pages/{page}' },
      argument: { name: 'page', value: '' },
    }),
  ];
}

/** Sends the four requests over stdio in an era, then a ping or a list; gives the answers, in the order of ids. */
export async function askEverywhere(subject: Subject, era: 'legacy' | 'modern'): Promise<readonly Wire[]> {
  const messages =
    era === 'legacy'
      ? [initialize(0, '2025-11-25'), ...fourRequests(), request(5, 'ping')]
      : [...fourRequests(modern), modern(5, 'tools/list')];
  const text = await feed(subject, [messages.map((message) => `${JSON.stringify(message)}\n`).join('')]);
  const answers = parseLines(text).filter(({ id }) => id !== 0);
  return answers.toSorted((left, right) => Number(left['id']) - Number(right['id']));
}
