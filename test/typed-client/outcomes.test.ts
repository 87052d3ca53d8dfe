import { afterAll, describe, expect, test } from 'vitest';
import type { ClientPeer, ToolMethod } from '../../runtime/clients/client/index.js';
import type { ClientProject, openTestServer } from '../../runtime/clients/testing/index.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { httpClients, stdioClients, type Era } from './outcome-clients.js';
import { outcomeProject } from './outcome-server.js';

type Tool = ToolMethod<Record<string, unknown>, unknown>;
type Method = (...given: readonly unknown[]) => Promise<object>;

/** The typed client of the server, with names that it does not have. */
interface Desk {
  readonly tools: Readonly<
    Record<'say' | 'count' | 'fail' | 'refuse' | 'ask' | 'hang' | 'watch' | 'die' | 'none', Tool>
  >;
  readonly prompts: Readonly<Record<'recommend' | 'none', Method>>;
  readonly resources: Readonly<Record<'desk://hours' | 'desk://none', Method>>;
  readonly completions: { readonly prompts: { readonly recommend: { readonly subject: Method } } };
}

interface Connected {
  readonly desk: Desk;
  /** Ends the server while a call is running. */
  readonly die: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const project = await createProject(outcomeProject);
const server = await project.bundle();
const exports = await loadModule<{
  readonly openTestServer: typeof openTestServer;
  readonly connect: (peer: ClientPeer) => Desk;
  readonly project: ClientProject<Desk>;
}>(project.folder, 'test/exports.ts');

async function openDesk(revision: '2025-11-25' | '2026-07-28'): Promise<Connected> {
  const desk = await exports.openTestServer(exports.project, {
    protocolVersion: revision,
    withoutCapabilities: ['elicitation', 'sampling', 'roots'],
  });
  const die = async (): Promise<unknown> => {
    const call = desk.tools.hang({ id: revision });
    await desk.tools.watch({ id: revision, event: 'begun' });
    await desk.close();
    return call;
  };
  return { desk, die, close: () => desk.close() };
}

type Column = readonly [name: string, era: Era, connect: () => Promise<Connected>];

const columns: readonly Column[] = [
  ['open, 2025-11-25', 'legacy', () => openDesk('2025-11-25')],
  ['open, 2026-07-28', 'modern', () => openDesk('2026-07-28')],
  ...[...stdioClients, ...httpClients].map(([name, era, connect]): Column => {
    const open = async (): Promise<Connected> => {
      const { peer, close } = await connect([server]);
      const desk = exports.connect(peer);
      return { desk, die: () => desk.tools.die({}), close };
    };
    return [name, era, open];
  }),
];

type Expected = Readonly<Record<string, unknown>>;

/** An outcome, and what it must be: one value, or one for each era. */
type Row = readonly [
  name: string,
  run: (connected: Connected) => Promise<unknown>,
  expected: Expected | Readonly<Record<Era, Expected>>,
];

const toolError = (tool: string, message: string): Expected => ({
  thrown: 'ToolError',
  tool,
  message,
  content: [{ type: 'text', text: message }],
});
const refused = (code: number, message: string, data?: unknown): Expected => ({
  thrown: 'RequestError',
  code,
  message,
  data,
});
const noConnection: Expected = {
  thrown: 'ConnectionError',
  message: 'Cannot connect to the server',
  status: undefined,
};
const abortError: Expected = { thrown: 'AbortError', message: 'This operation was aborted' };

const rows: readonly Row[] = [
  [
    'a result',
    ({ desk }) => desk.tools.say({}),
    { structured: undefined, text: 'hello', content: [{ type: 'text', text: 'hello' }] },
  ],
  [
    'a structured result',
    ({ desk }) => desk.tools.count({ n: 1 }),
    { structured: { n: 1 }, text: '{"n":1}', content: [{ type: 'text', text: '{"n":1}' }] },
  ],
  ['an error of the tool', ({ desk }) => desk.tools.fail({}), toolError('fail', 'The shop is closed')],
  [
    'invalid arguments',
    ({ desk }) => desk.tools.refuse({ code: 'x' }),
    toolError('refuse', 'Invalid arguments for tool "refuse":\n- code: must be an integer, got "x"'),
  ],
  [
    'invalid output',
    ({ desk }) => desk.tools.count({ n: 'x' }),
    toolError(
      'count',
      'Tool "count" returned a result that does not fit its output schema:\n- n: must be an integer, got "x"',
    ),
  ],
  // Some of these codes are sent with HTTP status 400 or 404, some of them in one era only.
  ...[-32_700, -32_603, -32_602, -32_601, -31_999, 0, 404, 2_147_483_648].map((code): Row => [
    `error ${code}`,
    ({ desk }) => desk.tools.refuse({ code }),
    refused(code, 'Refused'),
  ]),
  ...[{ a: [1] }, 'text', null, 0].map((data): Row => [
    `error data ${JSON.stringify(data)}`,
    ({ desk }) => desk.tools.refuse({ code: -32_601, data }),
    refused(-32_601, 'Refused', data),
  ]),
  ['an unknown tool', ({ desk }) => desk.tools.none({}), refused(-32_602, 'Unknown tool: none')],
  ['an unknown prompt', ({ desk }) => desk.prompts.none({}), refused(-32_602, 'Unknown prompt: none')],
  [
    'a missing argument of a prompt',
    ({ desk }) => desk.prompts.recommend({}),
    refused(-32_602, 'Missing required arguments for prompt "recommend": "subject"'),
  ],
  [
    'an unknown resource',
    ({ desk }) => desk.resources['desk://none'](),
    refused(-32_602, 'Resource not found', { uri: 'desk://none' }),
  ],
  [
    'a method that the server does not have',
    ({ desk }) => desk.completions.prompts.recommend.subject('a'),
    refused(-32_601, 'Method not found'),
  ],
  [
    'an elicitation that the client cannot answer',
    ({ desk }) => desk.tools.ask({}),
    {
      legacy: toolError('ask', 'Elicitation failed: the client does not declare the capability elicitation.form'),
      modern: refused(-32_021, 'The client lacks a required capability: elicitation', {
        requiredCapabilities: { elicitation: { form: {} } },
      }),
    },
  ],
  [
    'a signal that is aborted before the call',
    ({ desk }) => desk.tools.say({}, { signal: AbortSignal.abort() }),
    abortError,
  ],
  ['a signal that is aborted during the call', ({ desk }) => abortCall(desk, 'a'), abortError],
  [
    'a signal that is aborted with a reason',
    ({ desk }) => abortCall(desk, 'b', new RangeError('Too late')),
    { thrown: 'RangeError', message: 'Too late' },
  ],
  [
    'a signal that is aborted after the call',
    async ({ desk }) => {
      const controller = new AbortController();
      const result = await desk.tools.say({}, { signal: controller.signal });
      controller.abort();
      return result;
    },
    { structured: undefined, text: 'hello', content: [{ type: 'text', text: 'hello' }] },
  ],
  [
    'no answer within the time limit',
    ({ desk }) => desk.tools.hang({ id: 'c' }, { timeoutMs: 20 }),
    { thrown: 'TimeoutError', message: 'The server did not respond within 20 ms' },
  ],
  [
    'an answer within a long time limit',
    ({ desk }) => desk.tools.say({}, { timeoutMs: Infinity }),
    { structured: undefined, text: 'hello', content: [{ type: 'text', text: 'hello' }] },
  ],
  ['a server that ends during the call', ({ die }) => die(), noConnection],
  ['a server that has ended', ({ desk }) => desk.resources['desk://hours'](), noConnection],
  [
    'a client that is closed',
    async ({ desk, close }) => {
      await close();
      return desk.tools.say({});
    },
    noConnection,
  ],
];

/** Aborts a call that the server is working on; the handler must learn of it. */
async function abortCall(desk: Desk, id: string, reason?: unknown): Promise<unknown> {
  const controller = new AbortController();
  const call = settleOutcome(desk.tools.hang({ id }, { signal: controller.signal }));
  await desk.tools.watch({ id, event: 'begun' });
  controller.abort(reason);
  await desk.tools.watch({ id, event: 'ended' });
  return call;
}

/** Returns what a call returned or threw, without `_meta` and `cause`. */
async function settleOutcome(call: Promise<unknown>): Promise<unknown> {
  try {
    const { meta: _, ...result } = (await call) as Expected;
    return result;
  } catch (error) {
    const { name, message, cause: _, ...rest } = error as Error;
    const isOurs = !(error instanceof DOMException) && !(error instanceof RangeError);
    return { thrown: name, message, ...(isOurs ? rest : {}) };
  }
}

describe.each(columns)('the outcome over %s', async (_, era, connect) => {
  const connected = await connect();
  afterAll(() => connected.close());

  test.each(rows)('of %s', async (_name, run, expected) => {
    const outcome = await settleOutcome(run(connected));
    expect(outcome).toEqual('legacy' in expected ? expected[era] : expected);
  });
});
