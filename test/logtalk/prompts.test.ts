import { describe, expect, test } from 'vitest';
import { getPrompt, initialize, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const prompt = serveFixture('prompt');
const failing = serveFixture('failing');

test('N4 prompts are a capability where there are some, without members', async () => {
  expect((await prompt.ask(initialize(1))).result.capabilities).toEqual({ logging: {}, prompts: {}, tools: {} });
});

test('P1 a prompt and an argument have a title where they were given one', async () => {
  const { result } = await failing.ask(request(1, 'prompts/list'));
  expect(result.prompts).toEqual([
    {
      name: 'introduce',
      title: 'Introduction',
      description: 'Introduces somebody',
      arguments: [
        { name: 'name', description: 'Who it is.', required: true },
        { name: 'role', title: 'Role', description: 'What they do.', required: false },
      ],
    },
    {
      name: 'improvise',
      description: 'Answers with whatever its argument says',
      arguments: [{ name: 'json', description: 'The answer as JSON.', required: false }],
    },
    { name: 'explode', description: 'Throws', arguments: [] },
  ]);
});

test('P2 messages alone get the description of the definition', async () => {
  const { result } = await failing.ask(getPrompt(1, 'introduce', { name: 'Ada', role: 'mathematician' }));
  expect(result).toEqual({
    description: 'Introduces somebody',
    messages: [{ role: 'user', content: { type: 'text', text: 'Who is Ada, mathematician?' } }],
  });
});

test('P3 without arguments is with no arguments', async () => {
  const expected = { messages: [{ role: 'user', content: { type: 'text', text: 'Nothing was asked for.' } }] };
  expect((await failing.ask(getPrompt(1, 'improvise'))).result).toMatchObject(expected);
  expect((await failing.ask(getPrompt(1, 'improvise', {}))).result).toMatchObject(expected);
});

test('P4 a required argument that is missing is -32602 and named (never passed on)', async () => {
  const { error } = await failing.ask(getPrompt(1, 'introduce', { role: 'mathematician' }));
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('"name"') as unknown });
});

describe('P5 a prompt that cannot be had', () => {
  test('a request without a name is -32602', async () => {
    expect((await failing.ask(request(1, 'prompts/get', {}))).error?.code).toBe(-32602);
  });

  test.each([['null'], ['42'], ['{"messages":"none"}'], ['[{"role":"system","content":"x"}]'], ['[{"role":"user"}]']])(
    'an answer that is no prompt is -32603: %s',
    async (json) => {
      expect((await failing.ask(getPrompt(1, 'improvise', { json }))).error).toEqual({
        code: -32603,
        message: 'Prompt execution failed',
      });
    },
  );

  test('what a handler throws is -32603 with its message', async () => {
    expect((await failing.ask(getPrompt(1, 'explode'))).error).toEqual({
      code: -32603,
      message: 'The prompt exploded',
    });
  });
});
