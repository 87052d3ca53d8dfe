import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ProtocolError } from '../../runtime/index.js';
import { ableClient, named, nameSchema, playLegacy, playModern, probe, textOf, type Asking } from './asking.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { converse, modern, reports, type Subject, type Wire } from './wire.js';

const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const refused = { code: -32602, message: 'Invalid params: requestState is invalid or has expired' };

const accept = (content: object) => ({ action: 'accept', content });

/** Sends requests one after the other and gives the answers. */
async function ask(subject: Subject, ...messages: readonly Wire[]): Promise<readonly Wire[]> {
  const talk = converse(subject);
  const answers: Wire[] = [];
  for (const message of messages) answers.push(await talk.ask(message));
  await talk.end();
  return answers;
}

const greet: Asking = async (_, { elicit: question }) => {
  const answer = await question('What is your name?', nameSchema, { key: 'user_name', isStatic: true });
  return answer.action === 'accept' ? `Hello, ${answer.content['name']}!` : answer.action;
};

describe('a question of the modern era (2026-07-28 basic/patterns/mrtr)', () => {
  test('ends the request with what is asked and a state', async () => {
    const [answer] = await ask(oneTool(greet), probe(1));
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'input_required',
        inputRequests: {
          user_name: {
            method: 'elicitation/create',
            params: {
              message: 'What is your name?',
              requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
            },
          },
        },
        requestState: expect.stringMatching(/^1\.[\w-]{8}\.[\w-]{100,}$/u),
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.2.3' } },
      },
    });
  });

  test('is answered by the request that comes with the answer and the state', async () => {
    const { asked, result } = await playModern(oneTool(greet), () => named('Alice'));
    expect(asked).toEqual([{ user_name: 'What is your name?' }]);
    expect(result['result'].resultType).toBe('complete');
    expect(textOf(result)).toBe('Hello, Alice!');
  });

  test.each(['decline', 'cancel'])('that the user answers with %s is not asked again', async (action) => {
    const { asked, result } = await playModern(oneTool(greet), () => ({ action }));
    expect(asked).toHaveLength(1);
    expect(textOf(result)).toBe(action);
  });

  test('that is static counts as answered without any earlier round', async () => {
    const inputResponses = { user_name: named('Alice'), of_no_interest: 1 };
    const [answer] = await ask(oneTool(greet), probe(1, { inputResponses }));
    expect(textOf(answer)).toBe('Hello, Alice!');
  });

  test('that is not static does not', async () => {
    const subject = oneTool((_, { elicit: question }) => question('Who?', nameSchema));
    const [answer] = await ask(subject, probe(1, { inputResponses: { ask: named('Mallory') } }));
    expect(Object.keys(answer?.['result'].inputRequests as object)).toEqual(['ask']);
  });

  test.each([
    ['a number for the key', { user_name: 12345 }],
    ['a string for the key', { user_name: 'Alice' }],
    ['null for the key', { user_name: null }],
    ['no action', { user_name: { content: { name: 'Alice' } } }],
    ['an unknown action', { user_name: { action: 'agree', content: { name: 'Alice' } } }],
    ['another key', { user: named('Alice') }],
    ['an inherited key', { constructor: named('Alice') }],
  ])('is asked again when the answers are %s', async (_, inputResponses) => {
    const subject = oneTool(greet);
    const talk = converse(subject);
    const first = await talk.ask(probe(1));
    const { requestState } = first['result'];
    for (const more of [{ inputResponses }, { inputResponses, requestState }]) {
      const answer = await talk.ask(probe(2, more));
      expect(answer['result']).toMatchObject({ resultType: 'input_required', inputRequests: { user_name: {} } });
    }
  });

  test.each([null, [named('Alice')], 'Alice', 1])(
    'is not answered by %j, which is an error',
    async (inputResponses) => {
      const [answer] = await ask(oneTool(greet), probe(1, { inputResponses }));
      expect(answer?.['error']).toEqual({
        code: -32602,
        message: 'Invalid params: "inputResponses" must be an object',
      });
    },
  );

  test('may be one to open a page', async () => {
    const subject = oneTool(async (_, { elicit: put }) =>
      JSON.stringify(await put('Pay', { url: 'https://example.com/pay' })),
    );
    const [answer] = await ask(subject, probe(1));
    expect(answer?.['result'].inputRequests).toEqual({
      ask: { method: 'elicitation/create', params: { mode: 'url', message: 'Pay', url: 'https://example.com/pay' } },
    });
    const { result } = await playModern(subject, () => ({ action: 'accept' }));
    expect(textOf(result)).toBe('{"action":"accept"}');
  });

  test('is not asked with a page that is no URL, nor without a message', async () => {
    for (const [message, target] of [
      ['Pay', { url: 'nowhere' }],
      [undefined, nameSchema],
    ] as const) {
      const subject = oneTool((_, { elicit: put }) => put(message as never, target as never));
      const [answer] = await ask(subject, probe(1));
      expect(answer?.['result'].isError).toBe(true);
    }
  });

  test('may be asked by prompts and resources', async () => {
    const question: Asking = async (_, { elicit: put }) =>
      JSON.stringify(await put('Which?', nameSchema, { key: 'which' }));
    const subject: Subject = {
      definition: makeDefinition({
        capabilities: { prompts: true, resources: true },
        prompts: [{ name: 'p', fields: {}, arguments: [] }],
        resources: [{ uri: 'test://r', fields: { name: '"r"' } }],
        resourceTemplates: [
          {
            uriTemplate: 'test://t/{id}',
            fields: { name: '"t"' },
            matcher: { pattern: /^test:\/\/t\/(.*)$/u, path: [{ name: 'id' }], query: [] },
          },
        ],
      }),
      handlers: makeHandlers({
        prompts: { p: question },
        resources: { 'test://r': question },
        resourceTemplates: { 'test://t/{id}': question },
      }),
    };
    const meta = { [capabilities]: ableClient };
    for (const [method, params] of [
      ['prompts/get', { name: 'p' }],
      ['resources/read', { uri: 'test://r' }],
      ['resources/read', { uri: 'test://t/1' }],
    ] as const) {
      const talk = converse(subject);
      const first = await talk.ask(modern(1, method, params, meta));
      expect(Object.keys(first['result'])).toEqual(['resultType', 'inputRequests', 'requestState', '_meta']);
      const { requestState } = first['result'];
      const inputResponses = { which: named('this') };
      const second = await talk.ask(modern(2, method, { ...params, requestState, inputResponses }, meta));
      expect(second['result'].resultType).toBe('complete');
      expect(JSON.stringify(second['result'])).toContain('this');
      await talk.end();
    }
  });

  test('may be one for the client itself', async () => {
    const subject = oneTool(async (_, { sample, roots }) => {
      const written = await sample(
        { messages: [{ role: 'user', content: { type: 'text', text: 'The capital of France?' } }], maxTokens: 100 },
        { key: 'capital_question' },
      );
      const [root] = await roots({ key: 'client_roots' });
      return `${JSON.stringify(written.content)} ${written.model} ${root?.uri}`;
    });
    const text = { type: 'text', text: 'Paris' };
    const talk = converse(subject);
    const first = await talk.ask(probe(1));
    expect(first['result'].inputRequests).toEqual({
      capital_question: {
        method: 'sampling/createMessage',
        params: {
          messages: [{ role: 'user', content: { type: 'text', text: 'The capital of France?' } }],
          maxTokens: 100,
        },
      },
    });
    const sampled = { capital_question: { role: 'assistant', content: text, model: 'm' } };
    const second = await talk.ask(probe(2, { requestState: first['result'].requestState, inputResponses: sampled }));
    expect(second['result'].inputRequests).toEqual({ client_roots: { method: 'roots/list' } });
    const listed = { client_roots: { roots: [{ uri: 'file:///home' }] } };
    const third = await talk.ask(probe(3, { requestState: second['result'].requestState, inputResponses: listed }));
    expect(textOf(third)).toBe('{"type":"text","text":"Paris"} m file:///home');
  });
});

describe('rounds', () => {
  test('hold all questions of one tick, and have different states', async () => {
    const subject = oneTool(async (_, { elicit: put, roots, sample }) => {
      const answers = await Promise.all([
        put('First?', nameSchema),
        put('Second?', nameSchema),
        roots(),
        sample({ messages: [], maxTokens: 1 }),
      ]);
      const last = await put('Third?', nameSchema);
      return JSON.stringify([...answers, last]);
    });
    const talk = converse(subject);
    const first = await talk.ask(probe(1));
    expect(Object.keys(first['result'].inputRequests)).toEqual(['ask', 'ask#2', 'roots', 'sample']);
    const inputResponses = {
      ask: named('a'),
      'ask#2': named('b'),
      roots: { roots: [] },
      sample: { role: 'assistant', content: { type: 'text', text: '' }, model: 'm' },
    };
    const second = await talk.ask(probe(2, { requestState: first['result'].requestState, inputResponses }));
    expect(Object.keys(second['result'].inputRequests)).toEqual(['ask#3']);
    expect(second['result'].requestState).not.toBe(first['result'].requestState);
    const third = await talk.ask(
      probe(3, { requestState: second['result'].requestState, inputResponses: { 'ask#3': named('c') } }),
    );
    expect(JSON.parse(textOf(third))).toEqual([
      accept({ name: 'a' }),
      accept({ name: 'b' }),
      [],
      { role: 'assistant', content: { type: 'text', text: '' }, model: 'm' },
      accept({ name: 'c' }),
    ]);
  });

  test('of which some questions stay open ask for these only', async () => {
    const subject = oneTool(async (_, { elicit: put }) =>
      JSON.stringify(await Promise.all(['a', 'b'].map((key) => put(key, nameSchema, { key })))),
    );
    const talk = converse(subject);
    const first = await talk.ask(probe(1));
    const { requestState } = first['result'];
    const second = await talk.ask(probe(2, { requestState, inputResponses: { b: named('B') } }));
    expect(Object.keys(second['result'].inputRequests)).toEqual(['a']);
    const rest = { requestState: second['result'].requestState, inputResponses: { a: named('A') } };
    const third = await talk.ask(probe(3, rest));
    expect(JSON.parse(textOf(third))).toEqual([named('A'), named('B')]);
  });

  test('are bounded in number', async () => {
    const subject = oneTool(async (_, { elicit: put }) => {
      for (;;) await put('Again?', nameSchema);
    });
    const { asked, result } = await playModern(subject, () => ({ action: 'decline' }));
    expect(asked).toHaveLength(32);
    expect(result['error']).toEqual({ code: -32603, message: 'A request can elicit input at most 32 times' });
  });
});

describe('the state of a request', () => {
  const twoTools: Subject = {
    definition: makeDefinition({
      tools: ['probe', 'other'].map((name) => makeTool(name)),
    }),
    handlers: makeHandlers({ tools: { probe: greet, other: greet } }),
  };
  const inputResponses = { user_name: named('Alice') };

  test('counts for one request, whichever client sends it', async () => {
    const talk = converse(twoTools);
    const first = await talk.ask(probe(1, { arguments: { a: 1, b: [2] } }));
    const { requestState } = first['result'];
    const again = { requestState, inputResponses };
    const wrong = [
      probe(2, { ...again, name: 'other', arguments: { a: 1, b: [2] } }),
      probe(3, { ...again, arguments: { a: 2, b: [2] } }),
      probe(4, { ...again, arguments: { a: 1 } }),
      probe(5, { ...again, arguments: {} }),
    ];
    for (const message of wrong) expect((await talk.ask(message))['error']).toEqual(refused);
    const right = await talk.ask(probe(6, { ...again, arguments: { b: [2], a: 1 } }));
    expect(textOf(right)).toBe('Hello, Alice!');
  });

  test('belongs to the arguments as they were sent, whatever the handler makes of them', async () => {
    const subject = oneTool(async (input: { [key: string]: unknown }, { elicit: put }: Parameters<Asking>[1]) => {
      input['added'] = true;
      return (await put('Well?', nameSchema)).action;
    });
    expect(textOf((await playModern(subject, () => named('x'))).result)).toBe('accept');
  });

  test('is not known to another server, unless it has the key', async () => {
    const subject = oneTool(greet);
    const stateKeys = ['k'.repeat(32)];
    const [first] = await ask(subject, probe(1));
    const fresh = await ask(subject, probe(2, { requestState: first?.['result'].requestState, inputResponses }));
    expect(fresh[0]?.['error']).toEqual(refused);
    const keyed = converse(subject, { stateKeys });
    const { requestState } = (await keyed.ask(probe(1)))['result'];
    await keyed.end();
    const sharing = converse(subject, { stateKeys: ['n'.repeat(32), ...stateKeys] });
    expect(textOf(await sharing.ask(probe(2, { requestState, inputResponses })))).toBe('Hello, Alice!');
    await sharing.end();
    const renamed = converse(subject, { stateKeys, name: 'another' });
    expect((await renamed.ask(probe(2, { requestState, inputResponses })))['error']).toEqual(refused);
  });

  test('expires with the time that its questions have', async () => {
    const subject = oneTool((_, { elicit: put }) => put('Quick!', nameSchema, { timeoutMs: 10 }));
    const talk = converse(subject);
    const { requestState } = (await talk.ask(probe(1)))['result'];
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30);
    onTestFinished(() => now.mockRestore());
    const late = await talk.ask(probe(2, { requestState, inputResponses: { ask: named('Alice') } }));
    expect(late['error']).toEqual(refused);
    expect(reports.join('')).toContain('it has expired');
  });

  test('shows nothing of what it holds', async () => {
    const subject = oneTool(async (_, { elicit: put, step }) => {
      await step('secret', () => 'hunter2');
      return put('Well?', nameSchema);
    });
    const [answer] = await ask(subject, probe(1));
    const [, , text = ''] = String(answer?.['result'].requestState).split('.');
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('hunter2');
  });
});

describe('a client that cannot be asked', () => {
  const sampling: Asking = (_, { sample }) => sample({ messages: [], maxTokens: 1 });

  test.each([
    ['a form', greet, {}, { elicitation: { form: {} } }],
    ['a form, when it only opens pages', greet, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    [
      'a page',
      (_: unknown, { elicit: put }) => put('Pay', { url: 'https://example.com' }),
      { elicitation: {} },
      { elicitation: { url: {} } },
    ],
    ['a message', sampling, {}, { sampling: {} }],
    [
      'a message with tools',
      (_: unknown, { sample }) => sample({ messages: [], maxTokens: 1, tools: [{ name: 't' }] }),
      { sampling: {} },
      { sampling: { tools: {} } },
    ],
    ['its roots', (_: unknown, { roots }) => roots(), { elicitation: {} }, { roots: {} }],
    [
      'several things',
      (_: unknown, { elicit: put, roots, sample }) =>
        Promise.all([put('A?', nameSchema), roots(), sample({ messages: [], maxTokens: 1 })]),
      { sampling: {} },
      { elicitation: { form: {} }, roots: {} },
    ],
  ] as readonly (readonly [string, Asking, object, object])[])(
    'for %s is told what it lacks (2026-07-28 basic, capabilities)',
    async (_, handler, declared, requiredCapabilities) => {
      const [answer] = await ask(oneTool(handler), probe(1, {}, declared));
      expect(answer?.['error']).toMatchObject({ code: -32021, data: { requiredCapabilities } });
      expect(answer?.['error'].data).toEqual({ requiredCapabilities });
    },
  );

  test('is asked the rest where the handler can do without', async () => {
    const subject = oneTool(async (_, { elicit: put, sample }) => {
      const [answer] = await Promise.all([
        put('A?', nameSchema, { unavailable: 'cancel' }),
        sample({ messages: [], maxTokens: 1 }),
      ]);
      return answer.action;
    });
    const talk = converse(subject);
    const first = await talk.ask(probe(1, {}, { sampling: {} }));
    expect(Object.keys(first['result'].inputRequests)).toEqual(['sample']);
    const sampled = { sample: { role: 'assistant', content: { type: 'text', text: '' }, model: 'm' } };
    const { requestState } = first['result'];
    const second = await talk.ask(probe(2, { requestState, inputResponses: sampled }, { sampling: {} }));
    expect(textOf(second)).toBe('cancel');
  });

  test('does not reach the catch block of a handler', async () => {
    let caught = 0;
    const subject = oneTool(async (_, { elicit: put }) => {
      try {
        return await put('A?', nameSchema);
      } catch {
        caught += 1;
        return 'caught';
      }
    });
    const [answer] = await ask(subject, probe(1, {}, {}));
    expect(answer?.['error'].code).toBe(-32021);
    expect(caught).toBe(0);
  });
});

describe('an answer that does not fit', () => {
  const ageSchema = {
    type: 'object',
    properties: { age: { type: 'integer', minimum: 18 } },
    required: ['age'],
  } as const;
  const old: Asking = async (_, { elicit: put }) => JSON.stringify(await put('How old are you?', ageSchema));
  const reason = (why: string) => `How old are you?\n\nThe previous response was invalid: ${why}`;

  test('is asked for again with the reason, and counts when it fits', async () => {
    const answers = [accept({ age: 'old' }), accept({ age: 17 }), accept({ age: 18, more: 1 })];
    const { asked, result } = await playModern(oneTool(old), () => answers.shift());
    expect(asked).toEqual([
      { ask: 'How old are you?' },
      { ask: reason('age must be an integer') },
      { ask: reason('age must be at least 18') },
    ]);
    expect(JSON.parse(textOf(result))).toEqual(accept({ age: 18 }));
  });

  test('is asked for again two times and then counts as no answer, in both eras', async () => {
    for (const play of [playModern, playLegacy]) {
      const { asked, result } = await play(oneTool(old), () => accept({}));
      expect(asked.flatMap((round) => Object.values(round))).toEqual([
        'How old are you?',
        reason('age is required'),
        reason('age is required'),
      ]);
      expect(JSON.parse(textOf(result))).toEqual({ action: 'cancel' });
    }
  });
});

test('a protocol error next to a question is the answer', async () => {
  const subject = oneTool(async (_, { elicit: put }) => {
    void put('A?', nameSchema);
    throw new ProtocolError(-32602, 'No');
  });
  const [answer] = await ask(subject, probe(1));
  expect(answer?.['error']).toEqual({ code: -32602, message: 'No' });
});
