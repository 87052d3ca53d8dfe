import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { callTool, getPrompt, initialize, readResource, request } from './request.js';
import { serveFixture, type FixtureServer } from './serve-fixture.js';

const tools = serveFixture('tools');
const strict = serveFixture('tools', 'strict');
const result = serveFixture('result');
const structured = serveFixture('structured');
const link = serveFixture('link');
const prompt = serveFixture('prompt');
const toolsAndPrompts = serveFixture('tools-and-prompts');
const resource = serveFixture('resource');
const all = serveFixture('all');

const text = (...texts: readonly string[]) => ({ content: texts.map((each) => ({ type: 'text', text: each })) });
const failed = (message: string) => ({ ...text(message), isError: true });
const listed = (method: string) => request(1, `${method}/list`);

/** Tests of Logtalk's own suite, by their names there: one request to a fresh server, and its exact result. */
const exact: readonly (readonly [string, FixtureServer, object, object])[] = [
  ['9 ping_01', tools, request(1, 'ping'), {}],
  [
    '11 tools_call_auto_dispatch_01',
    tools,
    callTool(1, 'greet', { Name: 'world' }),
    { ...text('Greeting: Hello, world!'), structuredContent: { Greeting: 'Hello, world!' } },
  ],
  [
    '12 tools_call_add_01',
    tools,
    callTool(1, 'add', { X: 3, Y: 4 }),
    { ...text('Sum: 7'), structuredContent: { Sum: 7 } },
  ],
  ['13 tools_call_failure_01', tools, callTool(1, 'always_fails', { Input: 't' }), failed('Tool execution failed')],
  ['24 results_format_01', result, callTool(1, 'multi_result'), text('Line 1', 'Line 2')],
  ['25 tool_exception_01', result, callTool(1, 'throw_error'), failed('Something went wrong')],
  [
    '37 prompts_get_multi_turn_01',
    prompt,
    getPrompt(1, 'multi_turn_prompt', { topic: 'logic' }),
    {
      description: 'A conversation about logic',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Let us talk about logic.' } },
        { role: 'assistant', content: { type: 'text', text: 'Gladly, in a plain style.' } },
      ],
    },
  ],
  [
    '40 tools_and_prompts_tool_call_01',
    toolsAndPrompts,
    callTool(1, 'add', { X: 3, Y: 4 }),
    { ...text('Sum: 7'), structuredContent: { Sum: 7 } },
  ],
  [
    '48 resources_read_01',
    resource,
    readResource(1, 'app://test/greeting'),
    { contents: [{ uri: 'app://test/greeting', mimeType: 'text/plain', text: 'Hello from Logtalk!' }] },
  ],
  [
    '49 resources_read_02',
    resource,
    readResource(1, 'app://test/config'),
    { contents: [{ uri: 'app://test/config', mimeType: 'application/json', text: '{"debug":false}' }] },
  ],
  [
    '50 resources_read_multi_01',
    resource,
    readResource(1, 'app://test/multi'),
    {
      contents: [
        { uri: 'app://test/multi', mimeType: 'text/plain', text: 'Part one' },
        { uri: 'app://test/multi/two', mimeType: 'application/octet-stream', blob: 'AP8Q' },
      ],
    },
  ],
  [
    '53 all_resource_read_01',
    all,
    readResource(1, 'app://test/data'),
    { contents: [{ uri: 'app://test/data', mimeType: 'text/plain', text: 'Some test data' }] },
  ],
  [
    '59, 60 structured_content_01, structured_content_auto_text_01',
    structured,
    callTool(1, 'divide', { X: 10, Y: 2 }),
    { ...text('{"quotient":5}'), structuredContent: { quotient: 5 } },
  ],
  [
    '61 structured_content_with_items_01',
    structured,
    callTool(1, 'square', { N: 5 }),
    { ...text('The square is: 25'), structuredContent: { result: 25 } },
  ],
  ['an error of a tool with outputs', structured, callTool(1, 'divide', { X: 10, Y: 0 }), failed('Division by zero')],
  [
    '62, 63 resource_link_01, resource_link_with_details_01',
    link,
    callTool(1, 'find_docs', { Topic: 'logtalk' }),
    {
      content: [
        { type: 'text', text: 'Found documentation:' },
        { type: 'resource_link', uri: 'app://docs/logtalk', name: 'logtalk' },
        {
          type: 'resource_link',
          uri: 'app://docs/logtalk',
          name: 'logtalk',
          description: 'Documentation page',
          mimeType: 'text/html',
        },
      ],
    },
  ],
];

test.each(exact)('%s', async (_, server, message, expected) => {
  expect((await server.ask(message)).result).toEqual(expected);
});

const simple = {
  description: 'A simple test prompt',
  messages: [{ role: 'user', content: { type: 'text', text: 'This is a simple test prompt.' } }],
};
const userSays = (words: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: words } }] });

/** The same, with the members that a test of Logtalk's looks at. */
const partial: readonly (readonly [string, FixtureServer, object, object])[] = [
  ['5 initialize_01', tools, initialize(1), { protocolVersion: '2025-06-18', serverInfo: { name: 'test-server' } }],
  ['6 initialize_newer_version_01', tools, initialize(1, '2026-01-01'), { protocolVersion: '2025-11-25' }],
  ['7a initialize_older_version_01 (lenient)', tools, initialize(1, '2024-10-07'), { protocolVersion: '2025-11-25' }],
  ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].flatMap((protocolVersion) =>
    [tools, strict].map(
      (server) =>
        [
          `8 initialize_exact_version_01 (${protocolVersion})`,
          server,
          initialize(1, protocolVersion),
          { protocolVersion },
        ] as const,
    ),
  ),
  ['27 initialize_prompt_capabilities_01', prompt, initialize(1), { capabilities: { prompts: {} } }],
  [
    '33 prompts_list_no_args_01',
    prompt,
    listed('prompts'),
    {
      prompts: [
        {
          name: 'greet_prompt',
          description: 'Generates a greeting prompt',
          arguments: [{ name: 'name', description: 'Who is greeted.', required: true }],
        },
        { name: 'simple_prompt', arguments: [] },
        {},
      ],
    },
  ],
  ['34 prompts_get_01', prompt, getPrompt(1, 'greet_prompt', { name: 'Al' }), userSays('Please greet Al warmly.')],
  ['35 prompts_get_02', prompt, getPrompt(1, 'simple_prompt', {}), simple],
  ['36 prompts_get_03', prompt, getPrompt(1, 'simple_prompt'), simple],
  [
    '39 tools_and_prompts_capabilities_01',
    toolsAndPrompts,
    initialize(1),
    { capabilities: { tools: {}, prompts: {} } },
  ],
  [
    '41 tools_and_prompts_prompt_get_01',
    toolsAndPrompts,
    getPrompt(1, 'summarize', { text: 'A long story.' }),
    userSays('Please summarize this text: A long story.'),
  ],
  ['42 initialize_resource_capabilities_01', resource, initialize(1), { capabilities: { resources: {} } }],
  [
    '44, 45, 47 resources_list_01, _02, resources_list_fields_01',
    resource,
    listed('resources'),
    {
      resources: [
        {
          uri: 'app://test/greeting',
          name: 'greeting',
          description: 'A greeting message',
          mimeType: 'text/plain',
        },
        {},
        {},
      ],
    },
  ],
  ['52 all_capabilities_01', all, initialize(1), { capabilities: { tools: {}, prompts: {}, resources: {} } }],
  ['54 tool_title_from_info_01', structured, listed('tools'), { tools: [{ title: 'Division Tool' }, {}] }],
  ['55 tool_title_fallback_01', structured, listed('tools'), { tools: [{}, { name: 'square', title: 'square' }] }],
  [
    '56 tool_title_always_present_01 (without one of its own: its name)',
    tools,
    listed('tools'),
    { tools: ['factorial', 'greet', 'add', 'always_fails'].map((title) => ({ title })) },
  ],
  ['64 prompt_title_01', structured, listed('prompts'), { prompts: [{ name: 'explain', title: 'Explain Tool' }] }],
  [
    '65 resource_title_01',
    structured,
    listed('resources'),
    { resources: [{ name: 'status', title: 'System Status' }] },
  ],
];

test.each(partial)('%s', async (_, server, message, expected) => {
  expect((await server.ask(message)).result).toMatchObject(expected);
});

test.each([
  // Logtalk answers with empty lists.
  ['31 prompts_list_03', tools, listed('prompts'), -32601, 'Method not found'],
  ['46 resources_list_03', tools, listed('resources'), -32601, 'Method not found'],
  ['14 unknown_method_01', tools, request(1, 'unknown_method'), -32601, 'Method not found'],
  ['15 tool_not_found_01', tools, callTool(1, 'nonexistent_tool', {}), -32602, 'Unknown tool: nonexistent_tool'],
  ['38 prompts_get_not_found_01', prompt, getPrompt(1, 'none', {}), -32602, 'Unknown prompt: none'],
])('%s (the code of the specification; one answer)', async (_, server, message, code, words) => {
  expect(await server.ask(message)).toEqual({ jsonrpc: '2.0', id: 1, error: { code, message: words } });
});

test('7b, 7c initialize_older_version_01, initialize_rejected_version_data_01 (strict)', async () => {
  const { error } = await strict.ask(initialize(1, '2024-10-07'));
  expect(error).toMatchObject({
    code: -32602,
    data: { supported: expect.arrayContaining(['2025-06-18']) as unknown },
  });
});

test('10, 58 tools_list_01, tool_no_output_schema_01', async () => {
  const { result: list } = await tools.ask(listed('tools'));
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
    outputSchema: { type: 'object', properties: { F: { type: 'number' } }, required: ['F'] },
  });
});

test('16, 17b, 28, 43, 67a the capabilities and the name of a server that has tools only', async () => {
  const { result: answer } = await tools.ask(initialize(1));
  expect(answer.capabilities.tools).toEqual({});
  for (const absent of ['elicitation', 'prompts', 'resources']) expect(answer.capabilities).not.toHaveProperty(absent);
  expect(answer.serverInfo).not.toHaveProperty('title');
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

test('51 resources_read_not_found_01', async () => {
  expect((await resource.ask(readResource(1, 'app://test/nonexistent'))).error).toEqual({
    code: -32002,
    message: 'Resource not found',
    data: { uri: 'app://test/nonexistent' },
  });
});

test('66 server_title_01', async () => {
  const { messages } = await tools.talk([initialize(1)], { START_OPTIONS: '{"title":"Test MCP Server"}' });
  expect(messages[0]?.result.serverInfo).toEqual({ name: 'test-server', title: 'Test MCP Server', version: '1.0.0' });
});

describe('bound functions and handlers of the user', () => {
  const custom = serveFixture('custom');

  test('a handler answers', async () => {
    expect((await custom.ask(callTool(1, 'double', { N: 21 }))).result).toEqual(text('Double is: 42'));
  });

  test('a bound function gets no stub', async () => {
    expect(await readdir(path.join(tools.folder(), 'handlers'))).toEqual(['server.ts']);
  });
});
