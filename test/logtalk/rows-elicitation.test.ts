import { build } from 'esbuild';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { pipeBytes } from './pipe-bytes.js';
import { callTool, initialize, notification, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const rows = serveFixture('rows');

const able = request('init', 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: { elicitation: {} },
  clientInfo: { name: 'test', version: '1.0' },
});
const reply = (id: string, result: unknown): object => ({ jsonrpc: '2.0', id, result });

/** Answers that reach a handler that asks for a name and a town. */
async function answersTo(...replies: readonly object[]): Promise<unknown> {
  const messages = await rows.tell([able, callTool(2, 'ask_twice'), ...replies]);
  return JSON.parse(messages.find(({ id }) => id === 2)?.result.content[0].text as string);
}

describe('E1 a question', () => {
  test('is a request with message and schema; ids count on from one call to the next', async () => {
    const replies = [1, 2, 3, 4].map((number) => reply(`elicit_${number}`, { action: 'decline' }));
    const messages = await rows.tell([able, callTool(2, 'ask_twice'), callTool(3, 'ask_twice'), ...replies]);
    const questions = messages.filter(({ method }) => method !== undefined);
    expect(questions.map(({ id }) => String(id)).toSorted()).toEqual(['elicit_1', 'elicit_2', 'elicit_3', 'elicit_4']);
    expect(questions.find(({ id }) => String(id) === 'elicit_1')).toEqual({
      jsonrpc: '2.0',
      id: 'elicit_1',
      method: 'elicitation/create',
      params: {
        message: 'What is your name?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    });
  });
});

describe('E2 an answer', () => {
  test('is accepted with its content, which is empty where there is none', async () => {
    const named = reply('elicit_1', { action: 'accept', content: { name: 'Ada' } });
    expect(await answersTo(named, reply('elicit_2', { action: 'accept' }))).toEqual([
      { action: 'accept', content: { name: 'Ada' } },
      { action: 'accept', content: {} },
    ]);
  });

  test.each([
    ['declined', reply('elicit_1', { action: 'decline' }), 'decline'],
    ['cancelled', reply('elicit_1', { action: 'cancel' }), 'cancel'],
    ['of an unknown action', reply('elicit_1', { action: 'maybe' }), 'cancel'],
    ['of no action', reply('elicit_1', {}), 'cancel'],
    ['null', reply('elicit_1', null), 'cancel'],
    ['a text', reply('elicit_1', 'yes'), 'cancel'],
    ['an error', { jsonrpc: '2.0', id: 'elicit_1', error: { code: -1, message: 'No' } }, 'cancel'],
  ])('is what the client says: %s', async (_, answer, action) => {
    expect(await answersTo(answer, reply('elicit_2', { action: 'decline' }))).toEqual([
      { action },
      { action: 'decline' },
    ]);
  });

  test('that does not fit the schema is asked for again with the reason (Logtalk passes it on)', async () => {
    const messages = await rows.tell([
      able,
      callTool(2, 'ask_twice'),
      reply('elicit_1', { action: 'accept' }),
      reply('elicit_2', { action: 'cancel' }),
    ]);
    expect(messages.find(({ id }) => String(id) === 'elicit_2')?.params?.['message']).toBe(
      'What is your name?\n\nThe last answer cannot be used: name is required',
    );
  });
});

describe('E3 while a question is open', () => {
  test('a ping and other calls are answered, notifications and answers to nothing are ignored', async () => {
    const messages = await rows.tell([
      able,
      callTool(2, 'ask_twice'),
      reply('elicit_99', { action: 'accept', content: { name: 'Nobody' } }),
      notification('notifications/unheard_of'),
      request('ping', 'ping'),
      callTool(3, 'count'),
      reply('elicit_1', { action: 'accept', content: { name: 'Ada' } }),
      reply('elicit_2', { action: 'decline' }),
    ]);
    const results = Object.fromEntries(messages.map(({ id, result }) => [String(id), result]));
    expect(results['ping']).toEqual({});
    expect(results['3'].structuredContent).toEqual({ result: 3 });
    expect(results['2'].content[0].text).toBe('[{"action":"accept","content":{"name":"Ada"}},{"action":"decline"}]');
    expect(messages.filter(({ method }) => method !== undefined)).toHaveLength(2);
  });

  test('the end of input cancels it', async () => {
    expect(await answersTo()).toEqual([{ action: 'cancel' }, { action: 'cancel' }]);
  });
});

test('E4 a client without the capability is not asked, and the call fails with what it lacks', async () => {
  const { messages, stdout } = await rows.talk([initialize('init'), callTool(2, 'ask_twice')]);
  expect(messages).toHaveLength(2);
  expect(messages[1]?.result).toEqual({
    content: [
      { type: 'text', text: 'The client cannot be asked: it has not declared the capability elicitation.form' },
    ],
    isError: true,
  });
  expect(stdout).not.toContain('elicitation/create');
});

test('E5 answers may come before their questions, with input at its end', async () => {
  const { messages, exitCode } = await rows.talk([
    able,
    reply('elicit_2', { action: 'accept', content: { town: 'Wells' } }),
    reply('elicit_1', { action: 'accept', content: { name: 'Ada' } }),
    callTool(2, 'ask_twice'),
  ]);
  expect(messages.map(({ id }) => String(id))).toEqual(['init', 'elicit_1', 'elicit_2', '2']);
  expect(messages[3]?.result.content[0].text).toBe(
    '[{"action":"accept","content":{"name":"Ada"}},{"action":"accept","content":{"town":"Wells"}}]',
  );
  expect(exitCode).toBe(0);
});

test('E6 tools that ask nothing are answered the same, whether the client can be asked or not', async () => {
  for (const hello of [able, initialize('init')]) {
    const messages = await rows.tell([hello, callTool(2, 'count')]);
    expect(messages[1]?.result.structuredContent).toEqual({ result: 3 });
  }
});

describe('E7 a form that is not flat', () => {
  test('is an error in a definition', async () => {
    const generating = createProject({
      'definitions/bad.mcp.yaml':
        'server: { name: bad, version: 1.0.0 }\ntools:\n  ask:\n    description: Asks.\n    elicitations:\n' +
        '      address:\n        message: Where?\n        requestedSchema:\n          type: object\n' +
        '          properties: { address: { type: object, properties: {} } }\n',
    });
    await expect(generating).rejects.toThrow(/bad\.mcp\.yaml:10:\d+ error /u);
  });

  test('fails the call where it was made at run time, and asks nothing', async () => {
    const messages = await rows.tell([able, callTool(2, 'ask_nested')]);
    expect(messages).toHaveLength(2);
    expect(messages[1]?.result).toMatchObject({
      content: [{ text: expect.stringContaining('"address" must be a string, number, boolean or choice') as unknown }],
      isError: true,
    });
  });
});

test('F8 a second server in the same process counts its questions from one again', async () => {
  const outfile = path.join(rows.folder(), 'ask-in-two-servers.mjs');
  await build({
    absWorkingDir: rows.folder(),
    entryPoints: ['embedded/ask-in-two-servers.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  expect(JSON.parse((await pipeBytes(outfile, [])).stdout)).toEqual([
    ['elicit_1', 'elicit_2'],
    ['elicit_1', 'elicit_2'],
  ]);
});
