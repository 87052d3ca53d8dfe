import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callTool, initialize, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const tools = serveFixture('tools');
const custom = serveFixture('custom');
const result = serveFixture('result');
const structured = serveFixture('structured');

test('9 ping_01', async () => {
  expect(await tools.ask(request(1, 'ping'))).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('10 tools_list_01', async () => {
  const { result: list } = await tools.ask(request(1, 'tools/list'));
  expect(list.tools.map(({ name }: { name: string }) => name)).toEqual(['factorial', 'greet', 'add', 'always_fails']);
  expect(list.tools[0]).toEqual({
    name: 'factorial',
    title: 'factorial',
    description: 'Computes the factorial of a number.',
    inputSchema: {
      type: 'object',
      properties: { N: { type: 'integer', minimum: 0, maximum: 170, description: 'The number.' } },
      required: ['N'],
    },
  });
});

test('11 tools_call_auto_dispatch_01', async () => {
  const { result: answer } = await tools.ask(callTool(1, 'greet', { Name: 'world' }));
  expect(answer).toEqual({ content: [{ type: 'text', text: 'Greeting: Hello, world!' }] });
});

test('12 tools_call_add_01', async () => {
  const { result: answer } = await tools.ask(callTool(1, 'add', { X: 3, Y: 4 }));
  expect(answer).toEqual({ content: [{ type: 'text', text: 'Sum: 7' }] });
});

test('13 tools_call_failure_01', async () => {
  const { result: answer } = await tools.ask(callTool(1, 'always_fails', { Input: 'test' }));
  expect(answer).toEqual({ content: [{ type: 'text', text: 'Tool execution failed' }], isError: true });
});

test('14 unknown_method_01', async () => {
  expect(await tools.ask(request(1, 'unknown_method'))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32601, message: 'Method not found' },
  });
});

test('15 tool_not_found_01 (-32602, the code of the specification; one answer, with the name)', async () => {
  expect(await tools.ask(callTool(1, 'nonexistent_tool', {}))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: 'Unknown tool: nonexistent_tool' },
  });
});

test('D8 a call without a tool name gets one error and runs nothing', async () => {
  expect(await tools.ask(request(1, 'tools/call', {}))).toMatchObject({ id: 1, error: { code: -32602 } });
});

test('24 results_format_01', async () => {
  const { result: answer } = await result.ask(callTool(1, 'multi_result'));
  expect(answer).toEqual({
    content: [
      { type: 'text', text: 'Line 1' },
      { type: 'text', text: 'Line 2' },
    ],
  });
});

test('25 tool_exception_01', async () => {
  const { result: answer } = await result.ask(callTool(1, 'throw_error'));
  expect(answer).toEqual({ content: [{ type: 'text', text: 'Something went wrong' }], isError: true });
});

test('26 multiple_calls_01 (in order with the option `ordered`)', async () => {
  const { messages } = await tools.talk(
    [initialize(1), callTool(2, 'greet', { Name: 'world' }), callTool(3, 'add', { X: 3, Y: 4 })],
    { START_OPTIONS: '{"ordered":true}' },
  );
  expect(messages.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(messages[1]?.result.content[0].text).toBe('Greeting: Hello, world!');
  expect(messages[2]?.result.content[0].text).toBe('Sum: 7');
});

test('a custom handler answers', async () => {
  const { result: answer } = await custom.ask(callTool(1, 'double', { N: 21 }));
  expect(answer).toEqual({ content: [{ type: 'text', text: 'Double is: 42' }] });
});

test('31 prompts_list_03', async () => {
  expect((await tools.ask(request(1, 'prompts/list'))).result).toEqual({ prompts: [] });
});

test('46 resources_list_03', async () => {
  expect((await tools.ask(request(1, 'resources/list'))).result).toEqual({ resources: [] });
});

test('a bound function gets no stub', async () => {
  expect(await readdir(path.join(tools.folder(), 'handlers'))).toEqual(['server.ts']);
});

test('54 tool_title_from_info_01', async () => {
  const { result: list } = await structured.ask(request(1, 'tools/list'));
  expect(list.tools[0]).toMatchObject({ name: 'divide', title: 'Division Tool' });
});

test('55 tool_title_fallback_01', async () => {
  const { result: list } = await structured.ask(request(1, 'tools/list'));
  expect(list.tools[1]).toMatchObject({ name: 'square', title: 'square' });
});

test('56 tool_title_always_present_01 (of a bound function: its name)', async () => {
  const { result: list } = await tools.ask(request(1, 'tools/list'));
  expect(list.tools.map(({ title }: { title: string }) => title)).toEqual(['factorial', 'greet', 'add', 'alwaysFails']);
});

test('57 tool_output_schema_01', async () => {
  const { result: list } = await structured.ask(request(1, 'tools/list'));
  expect(list.tools[0].outputSchema).toEqual({
    type: 'object',
    properties: { quotient: { type: 'number' } },
    required: ['quotient'],
  });
});

test('58 tool_no_output_schema_01', async () => {
  const { result: list } = await tools.ask(request(1, 'tools/list'));
  expect(list.tools[0].name).toBe('factorial');
  expect(list.tools[0]).not.toHaveProperty('outputSchema');
});
