import { describe, expect, test } from 'vitest';
import { callTool, getPrompt, initialize, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const prompt = serveFixture('prompt');
const toolsAndPrompts = serveFixture('tools-and-prompts');
const structured = serveFixture('structured');
const failing = serveFixture('failing');

test('27 initialize_prompt_capabilities_01', async () => {
  expect((await prompt.ask(initialize(1))).result.capabilities.prompts).toEqual({});
});

test('29 prompts_list_01', async () => {
  const { result } = await prompt.ask(request(1, 'prompts/list'));
  expect(result.prompts).toContainEqual(expect.objectContaining({ name: 'greet_prompt' }));
});

test('30 prompts_list_02', async () => {
  const { result } = await prompt.ask(request(1, 'prompts/list'));
  expect(result.prompts).toHaveLength(3);
});

test('32 prompts_list_arguments_01', async () => {
  const { result } = await prompt.ask(request(1, 'prompts/list'));
  expect(result.prompts[0]).toEqual({
    name: 'greet_prompt',
    description: 'Generates a greeting prompt',
    arguments: [{ name: 'name', description: 'Who is greeted.', required: true }],
  });
});

test('33 prompts_list_no_args_01', async () => {
  const { result } = await prompt.ask(request(1, 'prompts/list'));
  expect(result.prompts[1]).toMatchObject({ name: 'simple_prompt', arguments: [] });
});

test('34 prompts_get_01', async () => {
  const { result } = await prompt.ask(getPrompt(1, 'greet_prompt', { name: 'Alice' }));
  expect(result.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Please greet Alice warmly.' } }]);
});

const simple = {
  description: 'A simple test prompt',
  messages: [{ role: 'user', content: { type: 'text', text: 'This is a simple test prompt.' } }],
};

test('35 prompts_get_02', async () => {
  expect((await prompt.ask(getPrompt(1, 'simple_prompt', {}))).result).toEqual(simple);
});

test('36 prompts_get_03', async () => {
  expect((await prompt.ask(getPrompt(1, 'simple_prompt'))).result).toEqual(simple);
});

test('37 prompts_get_multi_turn_01', async () => {
  const { result } = await prompt.ask(getPrompt(1, 'multi_turn_prompt', { topic: 'logic' }));
  expect(result).toEqual({
    description: 'A conversation about logic',
    messages: [
      { role: 'user', content: { type: 'text', text: 'Let us talk about logic.' } },
      { role: 'assistant', content: { type: 'text', text: 'Gladly, in a plain style.' } },
    ],
  });
});

test('38 prompts_get_not_found_01 (-32602, the code of the specification)', async () => {
  expect(await prompt.ask(getPrompt(1, 'nonexistent_prompt', {}))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: 'Unknown prompt: nonexistent_prompt' },
  });
});

test('39 tools_and_prompts_capabilities_01', async () => {
  const { result } = await toolsAndPrompts.ask(initialize(1));
  expect(result.capabilities).toMatchObject({ tools: {}, prompts: {} });
});

test('40 tools_and_prompts_tool_call_01', async () => {
  const { result } = await toolsAndPrompts.ask(callTool(1, 'add', { X: 3, Y: 4 }));
  expect(result.content).toEqual([{ type: 'text', text: 'Sum: 7' }]);
});

test('41 tools_and_prompts_prompt_get_01', async () => {
  const { result } = await toolsAndPrompts.ask(getPrompt(1, 'summarize', { text: 'A long story.' }));
  expect(result.messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Please summarize this text: A long story.' } },
  ]);
});

test('64 prompt_title_01', async () => {
  const { result } = await structured.ask(request(1, 'prompts/list'));
  expect(result.prompts).toMatchObject([{ name: 'explain', title: 'Explain Tool' }]);
});

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
