import type { CompletionHandler, RequestContext, ServerDefinition } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool } from './fixture-server.js';
import { serve, type HttpSubject, type HttpTestOptions, type HttpTestSession } from './http-kit.js';
import type { Subject, Wire } from './wire.js';

/** A server that does a bit of everything, and what its handlers saw. */
export interface BusyServer extends Subject {
  readonly definition: ServerDefinition;
  /** Contexts of calls of `wait`, in the order in which they came. */
  readonly waiting: RequestContext[];
  /** Reasons for which calls of `wait` were stopped. */
  readonly stopped: string[];
  /** Lets all calls of `wait` go on. */
  release(): void;
}

/** Templates, prompts and resources with something to complete and to change. */
export const busyDefinition: ServerDefinition = makeDefinition({
  server: { name: 'busy', version: '1.0.0' },
  capabilities: { prompts: true, resources: true, listChanged: ['tools', 'prompts', 'resources'], subscribe: true },
  tools: [
    makeTool('echo'),
    makeTool('report'),
    makeTool('wait'),
    makeTool('part'),
    makeTool('who'),
    makeTool('naïve tool'),
    makeTool('place', {
      headers: [
        { name: 'Region', path: ['region'], type: 'string' },
        { name: 'Count', path: ['count'], type: 'integer' },
        { name: 'Express', path: ['express'], type: 'boolean' },
        { name: 'Street', path: ['address', 'street'], type: 'string' },
      ],
    }),
  ],
  prompts: [
    {
      name: 'greet',
      fields: { arguments: '[{"name":"who"},{"name":"tone"},{"name":"plain"}]' },
      arguments: ['who', 'tone', 'plain'].map((name) => ({ name, required: false })),
      completions: { tone: ['warm', 'cold', 'lukewarm', 'Warmest'], who: 'handler' },
    },
  ],
  resources: [
    { uri: 'busy://news', fields: { name: '"news"' } },
    { uri: 'busy://weather', fields: { name: '"weather"' } },
  ],
  resourceTemplates: [
    {
      uriTemplate: 'busy://day/{day}',
      fields: { name: '"day"' },
      matcher: { pattern: /^busy:\/\/day\/([^/]+)$/u, path: [{ name: 'day' }], query: [] },
      completions: { day: ['monday', 'tuesday', 'sunday'] },
    },
  ],
});

/** The server of {@link busyDefinition}, new for each test. */
export function makeBusyServer(completeWho: CompletionHandler = () => []): BusyServer {
  const waiting: RequestContext[] = [];
  const stopped: string[] = [];
  const wakes: (() => void)[] = [];
  const wait = (context: RequestContext): Promise<string> =>
    new Promise((resolve, reject) => {
      waiting.push(context);
      wakes.push(() => resolve('waited'));
      context.signal.addEventListener('abort', () => {
        stopped.push((context.signal.reason as Error).message);
        reject(new Error('stopped'));
      });
    });
  const tools = {
    echo: (input: unknown) => input,
    report: (_: unknown, context: RequestContext) => {
      for (const done of [1, 2, 2, 1, 3]) context.progress(done, 3);
      context.log.warning('careful');
      return 'reported';
    },
    wait: (_: unknown, context: RequestContext) => wait(context),
    part: async (_: unknown, context: RequestContext) => {
      context.progress(1);
      context.closeStream();
      const answer = await wait(context);
      context.progress(2);
      return answer;
    },
    who: (_: unknown, { http, auth, protocolVersion: revision }: RequestContext) => ({
      revision,
      auth,
      http: http && { method: http.method, url: http.url, test: http.header('X-TEST'), platform: http.platform },
    }),
    'naïve tool': () => 'named',
    place: (input: Wire) => input,
  };
  return {
    definition: busyDefinition,
    handlers: makeHandlers({
      tools,
      prompts: { greet: () => 'Hello' },
      resources: { 'busy://news': () => 'news', 'busy://weather': () => 'rain' },
      resourceTemplates: { 'busy://day/{day}': ({ day }: Wire) => day },
      completions: { prompts: { greet: { who: completeWho } }, resourceTemplates: {} },
    }),
    waiting,
    stopped,
    release: () => {
      for (const wake of wakes.splice(0)) wake();
    },
  };
}

/** A tool `probe` that takes two steps, the second when it is released, next to a tool `other` that can be taken out. */
export function makeSteps(): { readonly subject: Subject; release(): void } {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const probe = async (_: unknown, context: RequestContext): Promise<string> => {
    context.progress(1);
    await released;
    context.progress(2);
    return 'done';
  };
  const definition = makeDefinition({
    capabilities: { prompts: false, resources: false, listChanged: ['tools'] },
    tools: [makeTool('probe'), makeTool('other')],
  });
  return { subject: { definition, handlers: makeHandlers({ tools: { probe, other: () => '' } }) }, release };
}

/** Serves a busy server, and opens a session of a revision on it. */
export async function openSession(
  revision: string,
  options: HttpTestOptions = {},
): Promise<{ readonly busy: BusyServer; readonly server: HttpSubject; readonly session: HttpTestSession }> {
  const busy = makeBusyServer();
  const server = await serve(busy, options);
  return { busy, server, session: await server.initialize(revision) };
}
