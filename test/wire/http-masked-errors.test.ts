import { describe, expect, test } from 'vitest';
import { error, NotFoundError, ProtocolError, type HandlerContext } from '../../runtime/index.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { notImplemented } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool, throwing } from './fixture-server.js';
import { serve } from './http-kit.js';
import { modern, modernMeta, reports, request, talk, type Subject, type Wire } from './wire.js';

const secret = 'connect ECONNREFUSED postgres://admin:hunter2@db.internal/';

/** Handlers of each kind; all of them fail. */
const failing: Subject = {
  definition: makeDefinition({
    capabilities: { prompts: true, resources: true },
    tools: ['throw', 'protocol', 'answer', 'stub', 'ask'].map((name) => makeTool(name)),
    prompts: [{ name: 'fail', fields: {}, arguments: [] }],
    resources: [{ uri: 'probe://fail', fields: { name: '"fail"' } }],
    resourceTemplates: [],
  }),
  handlers: makeHandlers({
    tools: {
      throw: throwing(new Error(secret)),
      protocol: throwing(new ProtocolError(7, 'Not on a Sunday')),
      answer: () => error('There is no such book'),
      stub: () => notImplemented('stub'),
      ask: (_: unknown, context: HandlerContext) => context.roots(),
    },
    prompts: { fail: throwing(new Error(secret)) },
    resources: { 'probe://fail': throwing(new Error(secret)) },
  }),
};

const asked = {
  tool: modern('tool', 'tools/call', { name: 'throw' }),
  prompt: modern('prompt', 'prompts/get', { name: 'fail' }),
  resource: modern('resource', 'resources/read', { uri: 'probe://fail' }),
};

const textOf = ({ result, error: refusal }: Wire): string => result?.content[0].text ?? refusal.message;

const masked = { tool: 'Tool "throw" failed', prompt: 'Prompt execution failed', resource: 'Resource read failed' };
const shown = { tool: secret, prompt: secret, resource: secret };

describe('what a handler throws', () => {
  test.each([
    [undefined, masked],
    [true, masked],
    [false, shown],
  ])('over HTTP with maskErrors: %s', async (maskErrors, expected) => {
    const server = await serve(failing, { start: maskErrors === undefined ? {} : { maskErrors } });
    for (const [kind, text] of Object.entries(expected)) {
      const { messages } = await server.post(asked[kind as keyof typeof asked]);
      expect(textOf(messages[0] ?? {})).toBe(text);
    }
    // The operator always learns it.
    expect(reports.filter((line) => line.includes(secret))).toHaveLength(3);
  });

  test.each([
    [undefined, shown],
    [true, masked],
    [false, shown],
  ])('on stdio with maskErrors: %s', async (maskErrors, expected) => {
    const answers = await talk(failing, Object.values(asked), maskErrors === undefined ? {} : { maskErrors });
    for (const [kind, text] of Object.entries(expected)) {
      expect(textOf(answers.find(({ id }) => id === kind) ?? {})).toBe(text);
    }
  });

  test.each([
    [undefined, masked.tool],
    [false, secret],
  ])('with fetch and maskErrors: %s', async (maskErrors, expected) => {
    const options = maskErrors === undefined ? {} : { maskErrors };
    const server = createWebServer({ ...failing, options });
    const response = await server.fetch(
      new Request('https://busy.example/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'throw',
        },
        body: JSON.stringify(request(1, 'tools/call', { name: 'throw', _meta: modernMeta })),
      }),
    );
    expect(textOf((await response.json()) as Wire)).toBe(expected);
  });

  test('in a session is masked as well', async () => {
    const server = await serve(failing);
    const session = await server.initialize('2025-06-18');
    const { messages } = await session.post(request(1, 'tools/call', { name: 'throw' }));
    expect(textOf(messages[0] ?? {})).toBe(masked.tool);
  });
});

describe('what is for the client is not masked', () => {
  test.each([
    ['a ProtocolError', 'protocol', 'Not on a Sunday'],
    ['a result of error()', 'answer', 'There is no such book'],
    ['a stub', 'stub', 'Tool "stub" is not implemented.'],
  ])('%s', async (_, name, text) => {
    const server = await serve(failing);
    const { messages } = await server.post(modern(1, 'tools/call', { name }));
    expect(textOf(messages[0] ?? {})).toBe(text);
  });

  test('why the client cannot be asked', async () => {
    const server = await serve(failing);
    const session = await server.initialize('2025-06-18');
    const { messages } = await session.post(request(1, 'tools/call', { name: 'ask' }));
    expect(textOf(messages[0] ?? {})).toBe('Listing roots failed: the client does not declare the capability roots');
  });

  test('that there is no such resource', async () => {
    const { definition, handlers } = failing;
    const none = { ...handlers, resources: { 'probe://fail': throwing(new NotFoundError()) } };
    const server = await serve({ definition, handlers: none });
    const { messages } = await server.post(asked.resource);
    expect(messages[0]?.['error']).toMatchObject({ code: -32602, message: 'Resource not found' });
  });
});
