import { describe, expect, test } from 'vitest';
import {
  audio,
  embeddedResource,
  image,
  ProtocolError,
  resourceLink,
  results,
  structured,
  text,
  withMeta,
  type HandlerContext,
} from '../../runtime/index.js';
import {
  compareProtocolVersions,
  type ProtocolRun,
  type ParityReport,
  type ServerUnderTest,
} from '../../runtime/clients/testing/index.js';
import { nameSchema, type Asking } from '../wire/asking.js';
import { anything, makeDefinition, makeHandlers, makeTool, oneTool } from '../wire/fixture-server.js';
import { turn } from '../wire/wire.js';

const probe = { tool: 'probe' } as const;
const accepted = { action: 'accept', content: { name: 'x' } } as const;
const declined = { action: 'decline' } as const;
const greet: Asking = async (_, { elicit }) => {
  const answer = await elicit('Name?', nameSchema);
  return answer.action === 'accept' ? `Hello, ${String(answer.content['name'])}!` : answer.action;
};

function runOf({ runs }: ParityReport, name: string): ProtocolRun {
  const found = runs.find((run) => run.name === name);
  if (found === undefined) throw new Error(`There is no run ${name}`);
  return found;
}

const plainNames = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'].flatMap((revision) =>
  ['stdio', 'stdio with Content-Length', 'HTTP'].map((transport) => `${revision} over ${transport}`),
);

describe('the runs', () => {
  test('are all revisions on all transports', async () => {
    const { runs, differences } = await compareProtocolVersions(
      oneTool(() => 'hi'),
      { call: probe },
    );
    expect(differences).toEqual([]);
    expect(runs.map(({ name }) => name)).toEqual(plainNames);
    expect(runs[0]).toEqual({
      name: '2024-11-05 over stdio',
      protocolVersion: '2024-11-05',
      transport: 'stdio',
      isTask: false,
      outcome: { result: { content: [{ type: 'text', text: 'hi' }] } },
      clientRequests: [],
      effects: [],
      reports: [],
    });
  });

  test('are really in these revisions and on these transports', async () => {
    const report = await compareProtocolVersions(
      ({ effect }) =>
        oneTool((_, context) => {
          const { protocolVersion: revision, http, clientCapabilities } = context;
          effect('seen', [revision, http?.header('mcp-protocol-version') ?? null, Object.keys(clientCapabilities)]);
        }),
      { call: probe },
    );
    const seen = report.runs.map(({ effects }) => JSON.parse(effects[0]?.slice('seen '.length) ?? 'null') as unknown);
    const able = ['elicitation', 'sampling', 'roots'];
    const unable = ['sampling', 'roots'];
    expect(seen).toEqual([
      ...['2024-11-05', '2025-03-26'].flatMap((revision) => [1, 2, 3].map(() => [revision, null, unable])),
      ...['2025-06-18', '2025-11-25', '2026-07-28'].flatMap((revision) => [
        [revision, null, able],
        [revision, null, able],
        [revision, revision, able],
      ]),
    ]);
  });

  test('are also tasks where the tool has them', async () => {
    const began: string[] = [];
    const handler: Asking = async (_, context) => {
      if (context.clientCapabilities['extensions'] !== undefined)
        began.push(context.http === undefined ? 'io' : 'http');
      return greet({}, context);
    };
    const report = await compareProtocolVersions(oneTool(handler, { task: { support: 'optional' } }), {
      call: probe,
      responses: [accepted],
    });
    expect(report.differences).toEqual([]);
    expect(report.runs.map(({ name }) => name)).toEqual([
      ...plainNames,
      '2026-07-28 as a task over stdio',
      '2026-07-28 as a task over HTTP',
    ]);
    expect(began).toEqual(['io', 'http']);
  });

  test('each have a server of their own, which is set up and closed', async () => {
    const story: string[] = [];
    let servers = 0;
    const make = (): ServerUnderTest => {
      servers += 1;
      const number = servers;
      return {
        ...oneTool(() => story.push(`call ${number}`) && 'hi'),
        setup: ({ tools }) => {
          tools.enable('probe');
          story.push(`setup ${number}`);
        },
        close: () => story.push(`close ${number}`),
      };
    };
    await compareProtocolVersions(make, { call: probe });
    expect(story).toEqual(
      plainNames.flatMap((_, index) => ['setup', 'call', 'close'].map((what) => `${what} ${index + 1}`)),
    );
  });

  test('have what the server reports, and who the client is', async () => {
    const handler = (_: unknown, { auth }: HandlerContext): never => {
      throw new Error(`Not for ${auth?.principal}`);
    };
    const { runs, differences } = await compareProtocolVersions(oneTool(handler), {
      call: probe,
      auth: { principal: 'ada' },
    });
    expect(differences).toEqual([]);
    for (const { reports } of runs)
      expect(reports).toEqual([
        expect.stringMatching(
          /TOOL: probe \| ERROR: Not for ada\n {4}at .*compare-protocol-versions\.test\.ts:\d+:\d+\)$/u,
        ),
      ]);
  });
});

describe('a question', () => {
  test('is seen as it was asked', async () => {
    const report = await compareProtocolVersions(oneTool(greet), { call: probe, responses: { Name: accepted } });
    expect(report.differences).toEqual([]);
    for (const name of ['2025-06-18 over HTTP', '2025-11-25 over stdio', '2026-07-28 over HTTP']) {
      expect(runOf(report, name).clientRequests).toEqual([
        {
          method: 'elicitation/create',
          message: 'Name?',
          requestedSchema: nameSchema,
          params: { message: 'Name?', requestedSchema: nameSchema },
          count: 1,
        },
      ]);
      expect(runOf(report, name).outcome).toEqual({ result: { content: [{ type: 'text', text: 'Hello, x!' }] } });
    }
  });

  test('is refused where the revision has none, and the handler may be told instead', async () => {
    const refused = await compareProtocolVersions(oneTool(greet), { call: probe, responses: [accepted] });
    expect(refused.differences).toEqual([]);
    expect(runOf(refused, '2025-03-26 over HTTP')).toMatchObject({
      questions: [],
      outcome: {
        result: {
          isError: true,
          content: [{ text: 'Elicitation failed: protocol version 2025-03-26 does not support elicitation' }],
        },
      },
    });
    const told: Asking = async (_, { elicit }) => (await elicit('Name?', nameSchema, { unavailable: 'cancel' })).action;
    const report = await compareProtocolVersions(oneTool(told), { call: probe, responses: [accepted] });
    expect(report.differences).toEqual([]);
    const outcomes = ['2025-03-26 over stdio', '2025-06-18 over stdio'].map((name) => runOf(report, name).outcome);
    expect(outcomes).toMatchObject([
      { result: { content: [{ text: 'cancel' }] } },
      { result: { content: [{ text: 'accept' }] } },
    ]);
  });

  test('of a client that cannot be asked at all is refused everywhere', async () => {
    const report = await compareProtocolVersions(oneTool(greet), { call: probe, withoutCapabilities: ['elicitation'] });
    expect(report.differences).toEqual([]);
    expect(runOf(report, '2026-07-28 over HTTP').outcome).toMatchObject({ error: { code: -32021 } });
    expect(runOf(report, '2025-11-25 over HTTP').outcome).toMatchObject({ result: { isError: true } });
  });

  test('may be a page or offer several choices, which 2025-06-18 cannot be asked', async () => {
    const visit: Asking = async (_, { elicit }) => (await elicit('Pay.', { url: 'https://shop.example/pay' })).action;
    const paid = await compareProtocolVersions(oneTool(visit), { call: probe, responses: [{ action: 'accept' }] });
    expect(paid.differences).toEqual([]);
    expect(runOf(paid, '2025-06-18 over stdio').clientRequests).toEqual([]);
    expect(runOf(paid, '2026-07-28 over stdio').clientRequests).toMatchObject([
      { url: 'https://shop.example/pay', count: 1 },
    ]);
    const choices = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } as const;
    const choose: Asking = async (_, { elicit }) =>
      JSON.stringify(await elicit('Which?', { type: 'object', properties: { choices } }));
    const chosen = await compareProtocolVersions(oneTool(choose), {
      call: probe,
      responses: [{ action: 'accept', content: { choices: ['a', 'b'] } }],
    });
    expect(chosen.differences).toEqual([]);
    expect(runOf(chosen, '2025-06-18 over stdio').clientRequests).toEqual([]);
    expect(runOf(chosen, '2025-11-25 over HTTP').clientRequests).toHaveLength(1);
  });

  test('may be for the model, in several blocks or with tools, which older revisions do not have', async () => {
    const annotations = { lastModified: '2026-01-01T00:00:00Z' };
    const block = (value: string): object => ({ type: 'text', text: value, annotations });
    const answers = { 'a b': { role: 'assistant', content: { type: 'text', text: 'c' }, model: 'm' } } as const;
    const sample = (type: object): Asking => {
      return async (_, context) =>
        (
          await context.sample({
            maxTokens: 1,
            messages: [{ role: 'user', content: [block('a '), block('b'), type] }] as never,
          })
        ).model;
    };
    const texts = await compareProtocolVersions(oneTool(sample(block(''))), { call: probe, responses: answers });
    expect(texts.differences).toEqual([]);
    expect(runOf(texts, '2024-11-05 over stdio').clientRequests[0]?.params['messages']).toHaveLength(3);
    expect(runOf(texts, '2025-11-25 over stdio').clientRequests[0]?.params['messages']).toHaveLength(1);
    const sounds = sample({ type: 'audio', data: '', mimeType: 'audio/wav' });
    const heard = await compareProtocolVersions(oneTool(sounds), { call: probe, responses: answers });
    expect(heard.differences).toEqual([]);
    expect(runOf(heard, '2024-11-05 over stdio').clientRequests).toEqual([]);
    expect(runOf(heard, '2025-03-26 over stdio').clientRequests).toHaveLength(1);
  });

  test('may be in the words of an older revision', async () => {
    const color = { type: 'string', oneOf: [{ const: 'r', title: 'Red' }], default: 'r' } as const;
    const handler: Asking = async (_, { elicit }) =>
      (await elicit('Which?', { type: 'object', properties: { color } })).action;
    const report = await compareProtocolVersions(oneTool(handler), { call: probe, responses: [declined] });
    expect(report.differences).toEqual([]);
    expect(runOf(report, '2025-06-18 over stdio').clientRequests[0]?.requestedSchema).toEqual({
      type: 'object',
      properties: { color: { type: 'string', enum: ['r'], enumNames: ['Red'] } },
    });
  });

  test('that is another one elsewhere is told apart by its form, too', async () => {
    const handler: Asking = async (_, { elicit, protocolVersion: revision }) => {
      const title = revision === '2026-07-28' ? 'Name' : 'Account';
      return (await elicit('Name?', { type: 'object', properties: { name: { type: 'string', title } } })).action;
    };
    const { differences } = await compareProtocolVersions(oneTool(handler), { call: probe, responses: [accepted] });
    expect(differences).toHaveLength(3);
    expect(differences[0]).toBe(
      '2026-07-28 over stdio, unlike 2025-11-25 over stdio: the client request "Name?" differs: ' +
        'requestedSchema.properties.name.title is "Name", not "Account"',
    );
  });

  test('can also come from a prompt and a resource', async () => {
    const ask = async (_: unknown, context: HandlerContext): Promise<string> => String(await greet({}, context));
    const server = {
      definition: makeDefinition({
        capabilities: { prompts: true, resources: true },
        prompts: [{ name: 'ask', fields: {}, arguments: [] }],
        resources: [{ uri: 'test://ask', fields: { name: '"ask"' } }],
      }),
      handlers: makeHandlers({ prompts: { ask }, resources: { 'test://ask': ask } }),
    };
    for (const call of [{ prompt: 'ask' }, { resource: 'test://ask' }]) {
      const report = await compareProtocolVersions(server, { call, responses: [accepted] });
      expect(report.differences).toEqual([]);
      expect(JSON.stringify(runOf(report, '2026-07-28 over HTTP').outcome)).toContain('Hello, x!');
      expect(runOf(report, '2024-11-05 over stdio').outcome).toMatchObject({ error: { code: -32603 } });
      const unable = await compareProtocolVersions(server, { call, withoutCapabilities: ['elicitation'] });
      expect(unable.differences).toEqual([]);
    }
  });
});

describe('the script', () => {
  const twice: Asking = async (_, { elicit }) =>
    `${(await elicit('One?', nameSchema)).action} ${(await elicit('One? More?', nameSchema)).action}`;

  test.each([
    ['a list', [accepted, declined]],
    ['beginnings, of which the longest counts', { 'One?': accepted, 'One? M': declined }],
    ['a beginning with a list', { One: [accepted, declined] }],
    ['a function', ({ message }: { message: string }) => (message === 'One?' ? accepted : declined)],
  ] as const)('may be %s', async (_, answers) => {
    const report = await compareProtocolVersions(oneTool(twice), { call: probe, responses: answers });
    expect(report.differences).toEqual([]);
    expect(JSON.stringify(runOf(report, '2025-11-25 over stdio').outcome)).toContain('accept decline');
  });

  test.each([
    ['a list', [accepted]],
    ['beginnings', { 'One?': [accepted] }],
    [
      'a function',
      ({ count, message }: { count: number; message: string }) =>
        message === 'One?' && count === 1 ? accepted : undefined,
    ],
  ] as const)('that is %s without an answer to a question fails', async (_, answers) => {
    const { runs, differences } = await compareProtocolVersions(oneTool(twice), { call: probe, responses: answers });
    const failed = runs.filter(({ outcome }) => 'failure' in outcome).map(({ name }) => name);
    expect(failed).toEqual(plainNames.slice(6));
    expect(differences).toEqual(
      failed.map((name) => `${name}: \`responses\` has no response to "One? More?": add one`),
    );
  });

  test('is not asked for ever', async () => {
    const endless: Asking = async (_, { elicit }) => {
      while ((await elicit('Again?', nameSchema)).action === 'accept');
    };
    const { differences } = await compareProtocolVersions(oneTool(endless), { call: probe, responses: () => accepted });
    expect(differences).toContain('2025-11-25 over HTTP: The call sent more than 200 client requests');
  });

  test('is not waited for longer than asked for', async () => {
    const stuck = (): Promise<never> => new Promise(() => {});
    const { differences } = await compareProtocolVersions(oneTool(stuck), { call: probe, timeoutMs: 20 });
    expect(differences).toEqual(['2024-11-05 over stdio: There was no response within 20 ms']);
  });
});

describe('results are compared in the words of the older revision:', () => {
  const block = { annotations: { priority: 1, lastModified: '2026-01-01T00:00:00Z' }, _meta: { 'a/b': 1 } };
  const everything = () =>
    withMeta(
      results([
        text('a', block),
        image('AAAA', 'image/png', block),
        audio('AAAA', 'audio/wav', block),
        resourceLink('test://a', 'a', { title: 'A', icons: [{ src: 'https://a.example/a.png' }] }),
        embeddedResource({ uri: 'test://b', text: 'b' }, block),
      ]),
      { 'c/d': 2 },
    );

  test.each([
    ['all kinds of content', everything],
    ['a structured object', () => structured({ a: 1 })],
    ['a structured object with one member', () => structured({ result: 1 })],
    ['a structured list', () => structured([1, 2])],
    ['a structured list with other content', () => structured([1, 2], ['two'])],
    ['a text that looks like one', () => text('{"result":1}')],
    ['a text that looks like one with more', () => text('{"result":1,"more":2}')],
    ['a text that begins like one', () => text('{"result":')],
    ['an error', () => Promise.reject(new Error('No'))],
    ['a protocol error', () => Promise.reject(new ProtocolError(7, 'No', { why: 'so' }))],
    ['a protocol error with a code that is reserved', () => Promise.reject(new ProtocolError(-32050, 'No', 1))],
    ['one with a code that only older revisions have', () => Promise.reject(new ProtocolError(-32010, 'No', 1))],
    ['another', () => Promise.reject(new ProtocolError(-32002, 'No', { uri: 'a' }))],
    ['nothing', () => undefined],
  ])('%s', async (_, handler) => {
    expect((await compareProtocolVersions(oneTool(handler), { call: probe })).differences).toEqual([]);
  });

  test.each([[[1, 2]], [{ result: 1 }], [null]])('%j with a schema that is no object at its root', async (value) => {
    const validators = async () => ({ input: anything, output: anything });
    const fields = { inputSchema: '{"type":"object"}', outputSchema: '{}' };
    const server = oneTool(() => structured(value), { fields, validators, wrapsLegacyOutput: true });
    const report = await compareProtocolVersions(server, { call: probe });
    expect(report.differences).toEqual([]);
    const names = ['2025-03-26 over stdio', '2025-06-18 over stdio', '2026-07-28 over stdio'];
    expect(names.map((name) => runOf(report, name).outcome)).toMatchObject([
      { result: { content: [{ text: JSON.stringify(value) }] } },
      { result: { structuredContent: { result: value } } },
      { result: { structuredContent: value } },
    ]);
  });

  test('but what the older revision knows has to be the same', async () => {
    const change = { revision: '' };
    const handler = (_: unknown, { protocolVersion: revision }: HandlerContext) =>
      withMeta(results([text('a', { annotations: { priority: revision === change.revision ? 1 : 0 } })]), {
        'c/d': revision === '2025-06-18' && change.revision === '' ? 1 : 0,
      });
    const inMeta = await compareProtocolVersions(oneTool(handler), { call: probe });
    expect(inMeta.differences.map((difference) => difference.split(': ')[1])).toEqual(
      Array(3).fill('result._meta.c/d is 1, not 0'),
    );
    change.revision = '2026-07-28';
    const inBlock = await compareProtocolVersions(oneTool(handler), { call: probe });
    expect(inBlock.differences[2]).toBe(
      '2026-07-28 over HTTP, unlike 2025-11-25 over stdio: result.content[0].annotations.priority is 1, not 0',
    );
  });

  test('an error is no result', async () => {
    const handler = (_: unknown, { protocolVersion: revision }: HandlerContext) => {
      if (revision === '2026-07-28') throw new ProtocolError(7, 'No');
      return 'yes';
    };
    const { differences } = await compareProtocolVersions(oneTool(handler), { call: probe });
    expect(differences).toHaveLength(3);
    expect(differences[0]).toBe(
      '2026-07-28 over stdio, unlike 2025-11-25 over stdio: {"error":{"code":7,"message":"No"}}, ' +
        'not {"result":{"content":[{"type":"text","text":"yes"}]}}',
    );
  });

  test('what is new every time can be taken out', async () => {
    let number = 0;
    const server = oneTool(() => String((number += 1)));
    expect((await compareProtocolVersions(server, { call: probe })).differences).toHaveLength(14);
    const { differences } = await compareProtocolVersions(server, {
      call: probe,
      normalize: (result) => JSON.stringify(result).replaceAll(/\d+/gu, 'N'),
    });
    expect(differences).toEqual([]);
  });
});

test('calls of a function can be observed', async () => {
  const report = await compareProtocolVersions(
    ({ observe }) => {
      const charge = observe('charge', (amount: number) => amount * 2);
      return oneTool((_, { protocolVersion: revision }) => {
        const charged = charge(2);
        return revision === '2024-11-05' ? charge(1) * charged : 8;
      });
    },
    { call: probe },
  );
  expect(report.differences.map((difference) => difference.split(': ')[1])).toEqual(
    Array(3).fill('the effect charge happened twice, not once'),
  );
});

describe('tasks', () => {
  const isTask = ({ clientCapabilities }: HandlerContext): boolean => clientCapabilities['extensions'] !== undefined;

  test('of a tool that requires them are compared with the plain calls of older revisions', async () => {
    const { runs, differences } = await compareProtocolVersions(
      oneTool(() => 'done', { task: { support: 'required' } }),
      { call: probe },
    );
    expect(differences).toEqual([]);
    const texts = runs.map(({ outcome }) => ('error' in outcome ? outcome.error.code : JSON.stringify(outcome)));
    const done = '{"result":{"content":[{"type":"text","text":"done"}]}}';
    expect(texts).toEqual([
      ...Array<string>(12).fill(done),
      ...Array<number>(3).fill(-32021),
      ...Array<string>(2).fill(done),
    ]);
  });

  test('that fail end with the error of the call', async () => {
    const handler = (): never => {
      throw new ProtocolError(7, 'No', { why: 'so' });
    };
    const report = await compareProtocolVersions(oneTool(handler, { task: { support: 'optional' } }), { call: probe });
    expect(report.differences).toEqual([]);
    expect(runOf(report, '2026-07-28 as a task over HTTP').outcome).toEqual({
      error: { code: 7, message: 'No', data: { why: 'so' } },
    });
  });

  test('whose time is up fail', async () => {
    const handler = (_: unknown, context: HandlerContext): unknown => (isTask(context) ? new Promise(() => {}) : 'hi');
    const server = oneTool(handler, { task: { support: 'optional', ttlMs: 50 } });
    const { runs } = await compareProtocolVersions(server, { call: probe });
    for (const { outcome } of runs.slice(15)) {
      expect([
        { failure: 'The task was cancelled.' },
        { error: { code: -32602, message: 'Task not found' } },
      ]).toContainEqual(outcome);
    }
  });
});

describe('a client', () => {
  test('has roots', async () => {
    const handler: Asking = async (_, { roots }) => (await roots()).map(({ uri }) => uri).join(' ');
    const report = await compareProtocolVersions(oneTool(handler), {
      call: probe,
      responses: [{ roots: [{ uri: 'file:///a' }] }],
    });
    expect(report.differences).toEqual([]);
    expect(runOf(report, '2024-11-05 over stdio')).toMatchObject({
      questions: [{ method: 'roots/list', message: '', count: 1 }],
      outcome: { result: { content: [{ text: 'file:///a' }] } },
    });
  });

  test('reconnects when the handler releases its connection', async () => {
    const handler: Asking = async (_, context) => {
      context.closeStream();
      await turn();
      return 'late';
    };
    const { differences } = await compareProtocolVersions(oneTool(handler), { call: probe });
    expect(differences).toEqual([]);
  });

  test('sends names that no header can hold', async () => {
    const server = {
      definition: makeDefinition({ resources: [{ uri: 'test://é', fields: { name: '"é"' } }] }),
      handlers: makeHandlers({ resources: { 'test://é': () => 'read' } }),
    };
    const report = await compareProtocolVersions(server, { call: { resource: 'test://é' } });
    expect(report.differences).toEqual([]);
    expect(JSON.stringify(runOf(report, '2026-07-28 over HTTP').outcome)).toContain('"text":"read"');
  });
});

test('a difference names members that are missing, and shows the beginning of long values', async () => {
  const inMeta = await compareProtocolVersions(
    oneTool((_, { protocolVersion: revision }) =>
      revision === '2026-07-28' ? withMeta(text('a'), { 'c/d': 1 }) : 'a',
    ),
    { call: probe },
  );
  expect(inMeta.differences[0]).toMatch(/: result\._meta is \{"c\/d":1\}, not missing$/u);
  const long = await compareProtocolVersions(
    oneTool((_, { protocolVersion: revision }) => (revision === '2026-07-28' ? 'short' : 'x'.repeat(300))),
    { call: probe },
  );
  expect(long.differences[0]).toMatch(/: result\.content\[0\]\.text is "short", not "x{199}…$/u);
});

describe('the options of the server say which tools are served', () => {
  const definition = makeDefinition({
    selection: { toolsets: ['mail', 'fax'], defaults: ['fax'] },
    tools: [
      makeTool('read', { toolsets: ['mail'], isReadOnly: true }),
      makeTool('print', { toolsets: ['fax'] }),
      makeTool('shred', { isInactive: true }),
    ],
  });
  const handlers = makeHandlers({ tools: { read: () => 'done', print: () => 'done', shred: () => 'done' } });
  const unknown = expect.objectContaining({ code: -32602 }) as unknown;

  test.each<[tool: string, options: NonNullable<ServerUnderTest['options']>, isServed: boolean]>([
    ['read', { toolsets: ['mail'] }, true],
    ['print', { readOnly: true }, false],
    ['shred', {}, false],
  ])('%s with %j', async (tool, options, isServed) => {
    const { runs, differences } = await compareProtocolVersions({ definition, handlers, options }, { call: { tool } });
    expect(differences).toEqual([]);
    expect(runs).toHaveLength(plainNames.length);
    const outcome = isServed ? { result: { content: [{ type: 'text', text: 'done' }] } } : { error: unknown };
    for (const run of runs) expect(run.outcome).toEqual(outcome);
  });

  test('as the names that `setup` enables do', async () => {
    const setup: ServerUnderTest['setup'] = (server) => void server.tools.enable('shred');
    const { runs } = await compareProtocolVersions({ definition, handlers, setup }, { call: { tool: 'shred' } });
    for (const { outcome } of runs) expect(outcome).toMatchObject({ result: {} });
  });

  test('a toolset that does not exist is an error', async () => {
    const comparing = compareProtocolVersions(
      { definition, handlers, options: { toolsets: ['post'] } },
      { call: { tool: 'read' } },
    );
    await expect(comparing).rejects.toThrow('Unknown toolset "post"');
  });
});
