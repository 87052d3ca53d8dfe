import { describe, expect, test } from 'vitest';
import { ProtocolError, type RequestContext } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool } from './fixture-server.js';
import { ask, bodyOf, revisions, talkIn } from './revision-client.js';
import { reports, type Subject, type Wire } from './wire.js';

function fail(thrown: unknown): never {
  throw thrown;
}

const longMessage = '\n  The shelf is empty.\r\nAsk the owner.\n';

/** Tools, a prompt and resources, most of which fail in their own way. */
const shop: Subject = {
  definition: makeDefinition({
    capabilities: { prompts: true, resources: true },
    tools: [
      makeTool('echo'),
      makeTool('broken'),
      makeTool('refusing'),
      makeTool('odd'),
      makeTool('unloadable', { validators: () => Promise.reject(new Error('no such\nfile')) }),
    ],
    prompts: [
      { name: 'broken', fields: {}, arguments: [] },
      { name: 'fine', fields: {}, arguments: [] },
    ],
    resources: [
      { uri: 'app://broken', fields: {} },
      { uri: 'app://fine', fields: {} },
    ],
  }),
  handlers: makeHandlers({
    tools: {
      echo: (_: unknown, { meta }: RequestContext) => JSON.stringify(meta),
      broken: () => fail(new Error(longMessage)),
      refusing: () => fail(new ProtocolError(1001, longMessage)),
      odd: () => fail(new ProtocolError(1.5, 'odd')),
      unloadable: () => 'never',
    },
    prompts: { broken: () => fail(new Error(longMessage)), fine: () => 'Hi' },
    resources: { 'app://broken': () => fail(new Error(longMessage)), 'app://fine': () => 'Hi' },
  }),
};

/** Requests of every kind and what becomes of them: a result, or an error with a code and a message. */
const outcomes: readonly (readonly [method: string, params: object, code?: number, message?: string])[] = [
  ['tools/list', {}],
  ['prompts/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['tools/call', { name: 'echo' }],
  ['tools/call', { name: 'broken' }],
  ['prompts/get', { name: 'fine' }],
  ['resources/read', { uri: 'app://fine' }],
  ['tools/list', { cursor: '***' }, -32602, 'Invalid cursor'],
  ['tools/call', { name: 'refusing' }, 1001, 'The shelf is empty.'],
  ['tools/call', { name: 'odd' }, -32603, 'odd'],
  ['tools/call', { name: 'unloadable' }, -32603, 'Internal error'],
  ['tools/call', { name: 'no\nsuch tool' }, -32602, 'Unknown tool: no'],
  ['tools/call', {}, -32602, 'Invalid params: "name" must be a string'],
  ['prompts/get', { name: 'broken' }, -32603, 'The shelf is empty.'],
  ['prompts/get', { name: 'nope' }, -32602, 'Unknown prompt: nope'],
  ['resources/read', { uri: 'app://broken' }, -32603, 'The shelf is empty.'],
  ['resources/read', {}, -32602, 'Invalid params: "uri" must be a string'],
  ['no/such/method', {}, -32601, 'Method not found'],
];
const ids = [
  0,
  1,
  -7,
  9007199254740991,
  '',
  '0',
  '1',
  'a b',
  'ü\n',
  'a"\\',
  'x'.repeat(100_000),
  ...Array.from({ length: 8 }, (_, id) => id + 100),
];

describe.each(revisions)('a client of %s', (revision) => {
  async function answerAll(): Promise<readonly Wire[]> {
    const answers = await talkIn(
      revision,
      shop,
      outcomes.map(([method, params], index) => ask(revision, ids[index], method, params)),
    );
    return outcomes.map((_, index) => answers.find(({ id }) => id === ids[index]) ?? {});
  }

  test('gets one answer to each request, with the id of it and a result or an error', async () => {
    expect(ids).toHaveLength(outcomes.length);
    const answers = await answerAll();
    expect(answers.map((answer) => Object.keys(answer).join(' '))).toEqual(
      outcomes.map(([, , code]) => (code === undefined ? 'jsonrpc id result' : 'jsonrpc id error')),
    );
    expect(new Set(answers.map(({ jsonrpc }) => jsonrpc as unknown))).toEqual(new Set(['2.0']));
    for (const { result } of answers.filter((answer) => 'result' in answer)) {
      expect(Object.prototype.toString.call(result)).toBe('[object Object]');
    }
  });

  test('gets errors with an integer and one sentence, however much a handler has to say', async () => {
    const answers = await answerAll();
    expect(answers.map(({ error }) => error as unknown)).toEqual(
      outcomes.map(([, , code, message]) => (code === undefined ? undefined : { code, message })),
    );
    expect(reports.filter((line) => line.includes('The shelf is empty. Ask the owner.'))).toHaveLength(3);
  });

  test('gets what a tool says about its failure as a result, in full', async () => {
    const [answer] = await talkIn(revision, shop, [ask(revision, 1, 'tools/call', { name: 'broken' })]);
    expect(bodyOf(answer)).toEqual({ content: [{ type: 'text', text: longMessage }], isError: true });
  });

  test('gets no answer to a notification, whatever it is', async () => {
    const notifications = [
      { method: 'notifications/initialized' },
      { method: 'notifications/cancelled', params: { requestId: 'x' } },
      { method: 'notifications/cancelled' },
      { method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
      { method: 'notifications/nonsense', params: { a: 1 } },
      { method: 'notifications/nonsense', params: [] },
      { method: 'tools/call', params: { name: 'refusing' } },
      { method: 'no/such/method' },
      { method: 5 },
    ].map((message) => ({ jsonrpc: '2.0', ...message }));
    const answers = await talkIn(revision, shop, [...notifications, ask(revision, 1, 'tools/list')]);
    expect(answers.map(({ id }) => id as unknown)).toEqual([1]);
  });

  test.each([null, true, 5, 'x', [[]], { a: 1 }])(
    'is served with %j at any key of _meta that it does not need',
    async (value) => {
      const meta = {
        'io.modelcontextprotocol/related-task': value,
        'io.modelcontextprotocol/serverInfo': value,
        'io.modelcontextprotocol/subscriptionId': value,
        'io.modelcontextprotocol/': value,
        'modelcontextprotocol.io/x': value,
        'tools.mcp.com/x': value,
        traceparent: value,
        tracestate: value,
        baggage: value,
        'not a key!': value,
        '': value,
      };
      const methods = outcomes.slice(0, 8);
      const answers = await talkIn(
        revision,
        shop,
        methods.map(([method, params], id) => ask(revision, id, method, params, meta)),
      );
      expect(answers.filter((answer) => 'result' in answer)).toHaveLength(8);
      const echoed = bodyOf(answers.find(({ id }) => id === 4))['content'][0].text as string;
      expect(JSON.parse(echoed)).toMatchObject(meta);
    },
  );

  test.each([
    ['ECHO', 'Unknown tool: ECHO; did you mean "echo"?'],
    ['Echo', 'Unknown tool: Echo; did you mean "echo"?'],
    ['ecko_', 'Unknown tool: ecko_; did you mean "echo"?'],
    ['reecho', 'Unknown tool: reecho'],
    ['échο', 'Unknown tool: échο'],
  ])('finds no tool "%s" where there is one named echo', async (name, expected) => {
    const [answer] = await talkIn(revision, shop, [ask(revision, 1, 'tools/call', { name })]);
    expect(answer?.['error']).toEqual({ code: -32602, message: expected });
  });
});
