import { describe, expect, test } from 'vitest';
import type { Asking } from './asking.js';
import { oneTool } from './fixture-server.js';
import { ask, isModern, revisions } from './revision-client.js';
import { converse, initialize, type Conversation, type Subject, type Wire } from './wire.js';

const annotations = { audience: ['user'], priority: 1, lastModified: '2026-01-01T00:00:00Z' } as const;
const extras = { annotations, _meta: { 'example.com/a': 1 } };
const png = { type: 'image', data: 'QUJD', mimeType: 'image/png' };
const wav = { type: 'audio', data: 'QUJD', mimeType: 'audio/wav' };
const able = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** Opens a conversation with a client of a revision that can be asked everything. */
async function open(revision: string, subject: Subject): Promise<Conversation> {
  const opened = converse(subject);
  if (isModern(revision)) return opened;
  await opened.ask(initialize('hello', revision, able));
  opened.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return opened;
}

/** The questions of a handler as they are sent, or the text of its result. */
async function askIn(revision: string, handler: Asking): Promise<readonly Wire[] | string> {
  const opened = await open(revision, oneTool(handler));
  const meta = { 'io.modelcontextprotocol/clientCapabilities': able };
  const first = await opened.ask(ask(revision, 1, 'tools/call', { name: 'probe' }, isModern(revision) ? meta : {}));
  const { result } = first;
  if (result === undefined) return [first];
  if (result.resultType === 'input_required') return Object.values(result.inputRequests as Record<string, Wire>);
  return result.content[0].text as string;
}

describe.each(revisions)('sampling requests are lowered to %s', (revision) => {
  const sample = (content: unknown): Asking => {
    return async (_, context) => JSON.stringify(await context.sample({ maxTokens: 5, messages: [content] as never }));
  };
  const isOld = revision < '2025-11-25';
  const known = revision < '2025-06-18' ? { annotations: { audience: ['user'], priority: 1 } } : extras;

  test('annotations and _meta', async () => {
    const handler = sample({ role: 'user', content: { type: 'text', text: 'a', ...extras } });
    const questions = await askIn(revision, handler);
    expect((questions[0] as Wire)['params']).toEqual({
      maxTokens: 5,
      messages: [{ role: 'user', content: { type: 'text', text: 'a', ...known } }],
    });
  });

  test('a message of several blocks becomes several messages where a message has one', async () => {
    const block = { type: 'text', text: 'a' };
    const handler = sample({ role: 'user', content: [block, png], _meta: { 'example.com/a': 1 } });
    const questions = await askIn(revision, handler);
    expect((questions[0] as Wire)['params'].messages).toEqual(
      isOld
        ? [
            { role: 'user', content: block },
            { role: 'user', content: png },
          ]
        : [{ role: 'user', content: [block, png], _meta: { 'example.com/a': 1 } }],
    );
  });

  test('audio, which 2024-11-05 does not have', async () => {
    const questions = await askIn(revision, sample({ role: 'user', content: wav }));
    if (revision === '2024-11-05') {
      const message = 'Sampling failed: protocol version 2024-11-05 does not support audio in sampling';
      expect(questions).toBe(message);
    } else {
      expect((questions[0] as Wire)['params'].messages).toEqual([{ role: 'user', content: wav }]);
    }
  });

  test('results of tools, which are known since 2025-11-25', async () => {
    const handler: Asking = async (_, context) =>
      JSON.stringify(
        await context.sample({
          maxTokens: 5,
          messages: [
            { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] },
            {
              role: 'user',
              content: [{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'c' }] }],
            },
          ],
        }),
      );
    const questions = await askIn(revision, handler);
    const message = `Sampling failed: protocol version ${revision} does not support tools in sampling`;
    if (isOld) expect(questions).toBe(message);
    else expect((questions[0] as Wire)['params'].messages).toHaveLength(2);
  });

  test.each([
    ['a resource', { role: 'user', content: { type: 'resource', resource: { uri: 'a:b', text: '' } } }],
    ['an image without data', { role: 'user', content: { type: 'image', mimeType: 'image/png' } }],
    ['a wrong role', { role: 'system', content: { type: 'text', text: 'a' } }],
    ['no content', { role: 'user' }],
  ])('%s in a message is an error of the handler and is not sent', async (_, message) => {
    expect(await askIn(revision, sample(message))).toMatch(/^messages\[0\]/u);
  });
});
