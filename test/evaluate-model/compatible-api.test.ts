import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluate, makeProject } from './evaluated-project.js';

interface Completion {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string; readonly tool_call_id?: string }[];
  readonly tools: readonly { readonly function: { readonly name: string; readonly parameters: object } }[];
}

const requests: Completion[] = [];
let server: Server;
let folder: string;

/** A stand-in for Ollama: the chat completions of OpenAI, over HTTP. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const completion = JSON.parse(Buffer.concat(chunks).toString()) as Completion;
      requests.push(completion);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(complete(completion)));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  folder = await makeProject({}, ['ai']);
  mkdirSync(path.join(folder, 'node_modules/@ai-sdk'));
  const installed = path.resolve(import.meta.dirname, '../../node_modules/@ai-sdk/openai-compatible');
  symlinkSync(installed, path.join(folder, 'node_modules/@ai-sdk/openai-compatible'), 'junction');
});

afterAll(() => void server.close());

function complete({ model, messages }: Completion): object {
  const isFirst = messages.at(-1)?.role === 'user';
  const call = { name: 'find_orders', arguments: '{"customer":7}' };
  const message = isFirst
    ? { role: 'assistant', content: null, tool_calls: [{ id: 'call-1', type: 'function', function: call }] }
    : { role: 'assistant', content: 'Order 1234.' };
  return {
    id: 'completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: isFirst ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 200, completion_tokens: 20, total_tokens: 220 },
  };
}

test('a provider of the AI SDK asks a local API without a key, at no cost', async () => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const model = ['--model', 'openai-compatible:qwen3:8b', '--base-url', address, '--max-cost', '1'];
  const { out, exitCode } = await evaluate(folder, ...model);
  expect(exitCode).toBe(0);
  expect(out).toContain('ok   what did customer 7 buy?');
  expect(out).toContain('FAIL refund the order of customer 7\n       refund_order was not called, but find_orders');
  expect(out).toContain('880 tokens, 0.00 USD');
  expect(out).toContain('recorded in evaluations/openai-compatible-qwen3-8b.tools.json');
  expect(requests).toHaveLength(4);
  expect(requests[0]).toMatchObject({ model: 'qwen3:8b', messages: [{ role: 'system' }, { role: 'user' }] });
  expect(requests[0]?.tools[0]?.function).toMatchObject({
    name: 'find_orders',
    parameters: { type: 'object', required: ['customer'], additionalProperties: false },
  });
  expect(requests[1]?.messages.at(-1)).toEqual({
    role: 'tool',
    tool_call_id: 'call-1',
    content: '{"orders":[{"id":1234}]}',
  });
  expect((await evaluate(folder, '--replay')).exitCode).toBe(0);
});
