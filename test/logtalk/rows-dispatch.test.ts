import { describe, expect, test } from 'vitest';
import { callTool, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const rows = serveFixture('rows');

describe('D7 arguments are validated', () => {
  test('before the handler is called: every problem is named by its parameter', async () => {
    const { messages, stdout, stderr } = await rows.talk([
      callTool(1, 'book_table', { seats: 'two', area: 'roof', mail: 'nobody' }),
    ]);
    expect(messages).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        result: { content: [{ type: 'text', text: expect.any(String) as unknown }], isError: true },
      },
    ]);
    const { text } = JSON.parse(stdout).result.content[0] as { readonly text: string };
    const [head, ...problems] = text.split('\n');
    expect(head).toBe('Invalid arguments for tool "book_table":');
    expect(problems.toSorted()).toEqual([
      '- area: must be one of "inside", "garden", got "roof"',
      '- mail: must be an email address, got "nobody"',
      '- name: is required',
      '- seats: must be an integer, got "two"',
    ]);
    expect(stderr).not.toContain('booked');
  });

  test('and defaults are filled in; what the schema does not mention is passed on, unless it forbids it', async () => {
    const { messages, stderr } = await rows.talk([
      callTool(1, 'book_table', { name: 'Ada', seats: 2, extra: true }),
      callTool(2, 'book_table_exactly', { name: 'Ada', extra: true }),
    ]);
    const [booked, refused] = messages.toSorted((left, right) => Number(left.id) - Number(right.id));
    expect(JSON.parse(booked?.result.content[0].text as string)).toEqual({
      name: 'Ada',
      seats: 2,
      extra: true,
      area: 'inside',
    });
    expect(refused?.result).toEqual({
      content: [{ type: 'text', text: 'Invalid arguments for tool "book_table_exactly":\n- extra: is not allowed' }],
      isError: true,
    });
    expect(stderr).toContain('booked');
  });

  test.each([[[1]], ['text'], [7], [null]])('and have to be an object: %j', async (values) => {
    const answer = await rows.ask(request(1, 'tools/call', { name: 'book_table', arguments: values }));
    expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
  });
});

test('D8 an unknown tool is named in an error of the request, which is answered once', async () => {
  const messages = await rows.tell([callTool(1, 'no_such_tool'), request(2, 'tools/call', {})]);
  expect(messages).toHaveLength(2);
  expect(messages).toContainEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: 'Unknown tool: no_such_tool' },
  });
  expect(messages.find(({ id }) => id === 2)?.error?.code).toBe(-32602);
});
