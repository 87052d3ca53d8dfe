import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { putFiles } from '../kit/make-folder.js';
import { evaluate, makeProject, playModel, readRecording, type Play } from './evaluated-project.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example.com' }],
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        summary: 'Get an order',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'The order.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { id: { type: 'integer' }, total: { type: 'integer', examples: [250] } },
                  required: ['id', 'total'],
                },
              },
            },
          },
        },
      },
      delete: {
        operationId: 'deleteOrder',
        summary: 'Delete an order',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 204: { description: 'Deleted.' } },
      },
    },
  },
};

const definition = `
server: { name: shop, version: 1.0.0, code: { allow: [all] } }
openapi:
  shop:
    document: ./shop.json
    mode: discover
    tools:
      getOrder:
        name: get_order
        questions: [{ ask: what is the total of order 7?, never: [delete_order], arguments: { get_order: { id: 7 } } }]
      deleteOrder: { name: delete_order }
`;

/** Searches, then calls. */
const discover: Play = (_, round) => {
  if (round === 0) return { calls: [['search_operations', { query: 'get an order' }]] };
  if (round === 1) return { calls: [['describe_operation', { operation: 'get_order' }]] };
  if (round === 2) return { calls: [['call_operation', { operation: 'get_order', arguments: { id: 7 } }]] };
  return { text: 'It is 250.' };
};

let folder: string;

beforeAll(async () => {
  folder = await makeProject({
    'definitions/orders.mcp.yaml': definition,
    'definitions/shop.json': JSON.stringify(document),
  });
});

beforeEach(() => void vi.stubEnv('OPENAI_API_KEY', 'sk-secret-of-the-test'));
afterEach(() => void vi.unstubAllEnvs());

describe('discover mode', () => {
  test('the operation that is called is judged, and its result made from the output schema', async () => {
    const prompts = playModel(discover);
    const { out, exitCode } = await evaluate(folder, '--min', 'model.passed=1');
    expect(out).toContain('Mode discover: 3 tools');
    expect(exitCode).toBe(0);
    expect(prompts[0]?.tools?.map(({ name }) => name)).toEqual([
      'search_operations',
      'describe_operation',
      'call_operation',
    ]);
    expect(JSON.stringify(prompts[1]?.prompt.at(-1))).toContain('get_order');
    expect(JSON.stringify(prompts[3]?.prompt.at(-1))).toContain('250');
    const replayed = await evaluate(folder, '--replay', '--mode', 'discover');
    expect(replayed).toMatchObject({ exitCode: 0, out: expect.stringContaining('Replayed 1 runs of 1 recordings.') });
  });

  test('a forbidden operation, and wrong arguments of an operation', async () => {
    playModel((_, round) => {
      if (round > 0) return { text: 'Done.' };
      return {
        calls: [
          ['call_operation', { operation: 'get_order', arguments: { id: 'seven' } }],
          ['call_operation', { operation: 'delete_order', arguments: { id: 7 } }],
        ],
      };
    });
    const { out } = await evaluate(folder, '--mode', 'discover');
    expect(out).toContain('get_order was called with invalid arguments: {"id":"seven"}');
    expect(out).toContain('delete_order must not be called');
  });
});

describe('code mode', () => {
  const script =
    (code: string): Play =>
    (_, round) =>
      round === 0
        ? { calls: [['search_api', { query: 'get an order' }]] }
        : round === 1
          ? { calls: [['run_code', { code }]] }
          : { text: 'Done.' };

  test('the calls of scripts are judged, and replayed', async () => {
    const prompts = playModel(script('return (await shop.get_order({ id: 7 })).total;'));
    const { out, exitCode } = await evaluate(folder, '--mode', 'code', '--min', 'model.passed=1');
    expect(out).toContain('Mode code: 2 tools');
    expect(JSON.stringify(prompts[2]?.prompt.at(-1))).toContain('250');
    expect(exitCode).toBe(0);
    expect(readRecording(folder, 'code')).toContain('"tool": "get_order"');
    const replayed = await evaluate(folder, '--replay', '--mode', 'code');
    expect(replayed).toMatchObject({ exitCode: 0, out: expect.stringContaining('Replayed 1 runs of 1 recordings.') });
  });

  test('a forbidden call of a script is seen, and needs no confirmation by a user', async () => {
    playModel(script('await shop.get_order({ id: 7 }); await shop.delete_order({ id: 7 }); return 1;'));
    const { out } = await evaluate(folder, '--mode', 'code');
    expect(out).toContain('FAIL what is the total of order 7?\n       delete_order must not be called\n');
  });
});

test('several modes are evaluated one after the other', async () => {
  playModel((question, round, prompt) => {
    const isCode = prompt.tools?.some(({ name }) => name === 'run_code') === true;
    return isCode ? { text: 'I do not know.' } : discover(question, round, prompt);
  });
  const { out } = await evaluate(folder, '--mode', 'discover', '--mode', 'code', '--format', 'json');
  const { modes } = JSON.parse(out) as { readonly modes: readonly { readonly mode: string; readonly file: string }[] };
  expect(modes.map(({ mode, file }) => [mode, file])).toEqual([
    ['discover', 'evaluations/openai-stand-in.discover.json'],
    ['code', 'evaluations/openai-stand-in.code.json'],
  ]);
});

describe('live responses', () => {
  test('come from the handlers, and calls are judged in the same way', async () => {
    const live = await makeProject();
    const handler = 'handlers/tools/find-orders.ts';
    expect(readFileSync(path.join(live, handler), 'utf8')).toContain('findOrders');
    putFiles(live, {
      [handler]: `import type { FindOrders } from '../../generated/handlers.ts';
export const findOrders: FindOrders = ({ customer }) => ({ orders: [{ id: customer * 1000 }] });
`,
    });
    const prompts = playModel((_, round) =>
      round === 0 ? { calls: [['find_orders', { customer: 7 }]] } : { text: 'Done.' },
    );
    const { out, exitCode } = await evaluate(live, '--responses', 'live');
    expect(exitCode).toBe(0);
    expect(out).toContain('live server');
    expect(out).toContain('ok   what did customer 7 buy?');
    expect(JSON.stringify(prompts[1]?.prompt.at(-1))).toContain('7000');
    expect(readRecording(live)).toContain('"id": 7000');
    expect((await evaluate(live, '--replay')).exitCode).toBe(0);
  });
});
