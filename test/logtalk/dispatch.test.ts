import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { callTool, initialize, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const dispatch = serveFixture('dispatch');

/** The one text that a call of a tool answers with; a failed call has none. */
async function textOf(tool: string, values?: object): Promise<string> {
  const { result } = await dispatch.ask(callTool(1, tool, values));
  const { structuredContent: _structured, ...rest } = result;
  expect(rest).toEqual({ content: [{ type: 'text', text: expect.any(String) as unknown }] });
  return result.content[0].text;
}

/** The structured content that a call of a tool answers with. */
async function objectOf(tool: string, values?: object): Promise<unknown> {
  return (await dispatch.ask(callTool(1, tool, values))).result.structuredContent;
}

/** The message that a call of a tool fails with. */
async function failureOf(tool: string, values?: object): Promise<string> {
  const { result } = await dispatch.ask(callTool(1, tool, values));
  expect(result).toEqual({ content: [{ type: 'text', text: expect.any(String) as unknown }], isError: true });
  return result.content[0].text;
}

describe('D1 named outputs', () => {
  test('are lines in declared order, whatever the order of the object and its other keys', async () => {
    expect(await textOf('min_max', { Values: [3, -1, 2.5] })).toBe('Min: -1\nMax: 3');
  });

  test('one of them may be answered as an object, and later', async () => {
    expect(await textOf('answer')).toBe('Answer: 42');
  });

  test('strings have no quotes, falsy values are values', async () => {
    expect(await textOf('parse_values', { Json: '{"A":0,"B":""}' })).toBe('A: 0\nB: ');
  });

  test('values of other types than `returns` says fail the call', async () => {
    expect(await failureOf('parse_values', { Json: '{"B":false,"A":[1,"x"]}' })).toMatch(
      /- A: must be a number, got \[1,"x"\]\n- B: must be a string, got false$/u,
    );
  });

  test('one that is missing fails the call and is named', async () => {
    expect(await failureOf('parse_values', { Json: '{"A":1}' })).toBe('Tool "parse_values" returned no value for "B"');
  });

  test('are an object of structured content, too, in declared order and without other keys', async () => {
    expect(JSON.stringify(await objectOf('min_max', { Values: [3, -1, 2.5] }))).toBe('{"Min":-1,"Max":3}');
    expect(await objectOf('answer')).toEqual({ Answer: 42 });
    expect(await objectOf('welcome', { Name: 'Ada' })).toEqual({ Welcome: 'Welcome, Ada!' });
    expect(await objectOf('touch')).toBeUndefined();
  });

  test('have an output schema, in the revisions that know it', async () => {
    const schemasIn = async (revision: string) => {
      const messages = await dispatch.tell([initialize(0, revision), request(1, 'tools/list')]);
      const tools: readonly { name: string; outputSchema?: object }[] = messages[1]?.result.tools;
      return tools.flatMap(({ name, outputSchema }) => (['min_max', 'touch'].includes(name) ? [outputSchema] : []));
    };
    const expected = {
      type: 'object',
      properties: { Min: { type: 'number' }, Max: { type: 'number' } },
      required: ['Min', 'Max'],
    };
    expect(await schemasIn('2025-11-25')).toEqual([expected, undefined]);
    expect(await schemasIn('2025-03-26')).toEqual([undefined, undefined]);
    const messages = await dispatch.tell([initialize(0, '2025-03-26'), callTool(1, 'answer')]);
    expect(messages[1]?.result).toEqual({ content: [{ type: 'text', text: 'Answer: 42' }] });
  });

  test('are text alone with `structuredContent: false`', async () => {
    expect(await objectOf('power', { arg1: 3, arg2: 4 })).toBeUndefined();
    expect(await textOf('power', { arg1: 3, arg2: 4 })).toBe('Power: 81');
    const { result } = await dispatch.ask(request(1, 'tools/list'));
    expect(result.tools.find(({ name }: { name: string }) => name === 'power')).not.toHaveProperty('outputSchema');
  });

  test.each([
    ['an output schema', 'outputSchema: { type: object }\n    returns: { A: { type: string } }', 6],
    ['`structuredContent` of a tool without them', 'structuredContent: false', 5],
  ])('exclude %s', async (_, keys, line) => {
    const generating = createProject({
      'definitions/both.mcp.yaml': `server: { name: both, version: 1.0.0 }\ntools:\n  both:\n    description: Both.\n    ${keys}\n`,
    });
    await expect(generating).rejects.toThrow(new RegExp(`both\\.mcp\\.yaml:${line}:5 error conflicting-keys`, 'u'));
  });
});

describe('bound functions', () => {
  test('get their parameters in the order of `args`', async () => {
    expect(await textOf('subtract', { Subtrahend: 1, Minuend: 10 })).toBe('Difference: 9');
  });

  test('can be bound to several tools, and are never called with more than `args`', async () => {
    expect(await textOf('minus', { a: 1, b: 10, extra: true })).toBe('c: -9');
  });

  test('use their own default for an argument that is not there', async () => {
    expect(await textOf('welcome', { Name: 'Ada' })).toBe('Welcome: Welcome, Ada!');
    expect(await textOf('welcome', { Name: 'Ada', Greeting: 'Hi' })).toBe('Welcome: Hi, Ada!');
  });

  test('without `args` get input and context', async () => {
    expect(await textOf('describe_call', { Name: 'Ada' })).toBe('{"Name":"Ada"} in 2025-11-25');
  });

  test.each([
    ['a module that does not exist', './none.ts#add', 'args: [X]', /5:14 error missing-file/u],
    [
      'a function that its module does not export',
      './math.ts#ad',
      'args: [X]',
      /5:14 error invalid-handler[^]*`definitions\/math.ts` does not export `ad`[^]*mean `add`/u,
    ],
    ['no function', './math.ts', 'args: [X]', /5:14 error invalid-handler/u],
    ['a parameter that is no property', './math.ts#add', 'args: [X, Z]', /6:15 error invalid-value[^]*`Z`/u],
  ])('%s is an error', async (_, handler, args, message) => {
    const generating = createProject({
      'definitions/math.ts': 'export const add = (x: number): number => x;\n',
      'definitions/bad.mcp.yaml':
        'server: { name: bad, version: 1.0.0 }\ntools:\n  add:\n    description: Adds.\n' +
        `    handler: ${handler}\n    ${args}\n` +
        '    inputSchema: { type: object, properties: { X: { type: number, description: A number. } } }\n',
    });
    await expect(generating).rejects.toThrow(message);
  });
});

test('D2 without an outcome the text is "Success"', async () => {
  expect(await textOf('touch')).toBe('Success');
});

describe('D3 failure', () => {
  test('is `null`', async () => {
    expect(await failureOf('find_nothing')).toBe('Tool execution failed');
  });

  test('is `undefined`, too, where outputs are declared', async () => {
    expect(await textOf('capital', { Country: 'France' })).toBe('Capital: Paris');
    expect(await failureOf('capital', { Country: 'Atlantis' })).toBe('Tool execution failed');
    expect(await failureOf('parse_values', { Json: 'null' })).toBe('Tool execution failed');
  });
});

describe('D4 generators', () => {
  test('answer with what they yield first and are closed', async () => {
    const { messages, stderr } = await dispatch.talk([callTool(1, 'first_even')]);
    expect(messages[0]?.result).toEqual({ content: [{ type: 'text', text: 'N: 2' }], structuredContent: { N: 2 } });
    expect(stderr).toBe('tried 2\nclosed numbers\n');
  });

  test('may be asynchronous', async () => {
    const { messages, stderr } = await dispatch.talk([callTool(1, 'first_page')]);
    expect(messages[0]?.result).toEqual({ content: [{ type: 'text', text: 'page 1' }] });
    expect(stderr).toBe('closed pages\n');
  });

  test('fail when they yield nothing', async () => {
    expect(await failureOf('no_solution')).toBe('Tool execution failed');
  });
});

describe('D5 what is thrown', () => {
  test.each([
    ['error', 'No such luck'],
    ['text', 'a plain text'],
    ['object', 'an odd object'],
  ])('%s: the result has its message alone', async (What, message) => {
    expect(await failureOf('raise', { What })).toBe(message);
  });

  test('does not stop the server, and stdout has no stack', async () => {
    const { messages, stdout, stderr, exitCode } = await dispatch.talk([
      callTool(1, 'raise', { What: 'error' }),
      request(2, 'ping'),
    ]);
    expect(messages.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    expect(stdout).not.toMatch(/hidden|\.m?[jt]s|\bat /u);
    expect(stderr).toMatch(/^\[\S+\] TOOL: raise \| ERROR: No such luck\n(?: {2,}.*\n)+$/u);
    expect(exitCode).toBe(0);
  });
});

describe('D6 custom handlers', () => {
  test('fall back by calling the function themselves', async () => {
    expect(await textOf('halve', { N: 8 })).toBe('exactly 4');
    expect(await textOf('halve', { N: 7 })).toBe('3');
  });

  test('a bug in one is an error like any other, not a fallback', async () => {
    expect(await failureOf('raise', { What: 'bug' })).toMatch(/is not a function$/u);
  });
});
