import { describe, expect, test } from 'vitest';
import { callTool } from './request.js';
import { serveFixture } from './serve-fixture.js';

const content = serveFixture('content');

test('R1 text and error', async () => {
  expect((await content.ask(callTool(1, 'one_text'))).result).toEqual({ content: [{ type: 'text', text: 'Fine' }] });
  expect((await content.ask(callTool(1, 'one_error'))).result).toEqual({
    content: [{ type: 'text', text: 'Broken' }],
    isError: true,
  });
});

test('R2 several results keep their order, an error among them is a text and no failure', async () => {
  expect((await content.ask(callTool(1, 'mixed'))).result).toEqual({
    content: [
      { type: 'text', text: 'First' },
      { type: 'text', text: 'Second' },
      { type: 'resource_link', uri: 'app://third', name: 'third' },
      { type: 'text', text: 'Fourth' },
    ],
  });
  expect((await content.ask(callTool(1, 'empty'))).result).toEqual({ content: [] });
});

test('R3 a link has no keys without a value', async () => {
  const { stdout } = await content.talk([callTool(1, 'bare_link')]);
  expect(stdout).toContain('"content":[{"type":"resource_link","uri":"app://bare","name":"bare"}]');
});

describe('R4 a structured value', () => {
  const measured = { value: 20.5, unit: '°C' };
  const mirror = [{ type: 'text', text: '{"value":20.5,"unit":"°C"}' }];

  test.each(['plain', 'structured'])('is mirrored as JSON text: %s', async (How) => {
    const { result } = await content.ask(callTool(1, 'measure', { How }));
    expect(result).toEqual({ content: mirror, structuredContent: measured });
  });

  test('with items has these instead of the text', async () => {
    const { result } = await content.ask(callTool(1, 'measure', { How: 'items' }));
    expect(result).toEqual({ content: [{ type: 'text', text: 'Warm' }], structuredContent: measured });
  });

  test('needs no output schema', async () => {
    const { result } = await content.ask(callTool(1, 'unschemed'));
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"free":["form",1,null]}' }],
      structuredContent: { free: ['form', 1, null] },
    });
  });

  test('is what an object is that merely looks like a result', async () => {
    const { result } = await content.ask(callTool(1, 'look_alike'));
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"content":[{"type":"text","text":"data"}],"isError":true}' }],
    });
  });
});

describe('R5 a tool with an output schema', () => {
  test.each([
    ['wrong', ['- value: must be a number, got "warm"', '- unit: is required']],
    ['wrong-structured', ['- value: must be a number, got "warm"']],
  ])('fails when the value does not fit, and lists every problem: %s', async (How, problems) => {
    const { result } = await content.ask(callTool(1, 'measure', { How }));
    expect(result).toMatchObject({ content: [{ type: 'text' }], isError: true });
    expect(result).not.toHaveProperty('structuredContent');
    const [head, ...lines] = result.content[0].text.split('\n');
    expect(head).toBe('Tool "measure" returned a result that does not fit its output schema:');
    expect(lines.toSorted()).toEqual(problems.toSorted());
  });

  test('fails when the answer is a text alone', async () => {
    expect((await content.ask(callTool(1, 'measure', { How: 'text' }))).result).toMatchObject({
      content: [{ text: expect.stringContaining('"measure"') as unknown }],
      isError: true,
    });
  });

  test('may answer with an error', async () => {
    expect((await content.ask(callTool(1, 'measure', { How: 'error' }))).result).toEqual({
      content: [{ type: 'text', text: 'No thermometer' }],
      isError: true,
    });
  });
});

test.each(['function', 'circular'])(
  'R6 what JSON has no words for fails the call, names the tool and does no harm: %s',
  async (What) => {
    const { messages, exitCode } = await content.talk([callTool(1, 'ill_formed', { What }), callTool(2, 'one_text')]);
    expect(messages.find(({ id }) => id === 1)?.result).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('"ill_formed"') as unknown }],
      isError: true,
    });
    expect(messages.find(({ id }) => id === 2)?.result.content[0].text).toBe('Fine');
    expect(exitCode).toBe(0);
  },
);
