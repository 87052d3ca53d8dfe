import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type {
  settle as settleCall,
  ClientPeer,
  FailingToolMethod,
  ToolMethod,
} from '../../runtime/clients/client/index.js';
import type { ClientProject, openTestServer } from '../../runtime/clients/testing/index.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { typeCheck } from '../kit/type-check.js';
import { httpClients, stdioClients } from '../typed-client/outcome-clients.js';
import { bank, callers } from './bank.js';

interface BankErrors {
  readonly insufficient_funds: { readonly missing: number };
  readonly locked: undefined;
}

interface Bank {
  readonly tools: {
    readonly transfer: FailingToolMethod<{ amount: number; fail?: string }, { balance: number }, BankErrors>;
    readonly retry: ToolMethod<{ failures: number; error: string; asks?: boolean }, unknown>;
  };
}

const project = await createProject({ ...bank, ...callers });
const server = await project.bundle();
const {
  openTestServer: open,
  settle,
  ...exports
} = await loadModule<{
  readonly openTestServer: typeof openTestServer;
  readonly settle: typeof settleCall;
  readonly connect: (peer: ClientPeer) => Bank;
  readonly project: ClientProject<Bank>;
}>(project.folder, 'test/exports.ts');

test('the project compiles, and a switch that lacks an error does not', async () => {
  expect(await typeCheck(project.folder, ['generated', 'handlers', 'callers/all.ts', 'callers/others.ts'])).toBe('');
  expect(await typeCheck(project.folder, ['callers/one-less.ts'])).toMatch(
    /one-less\.ts\(\d+,\d+\): error TS1360: Type '.*"locked".*' does not satisfy the expected type 'never'\.\n/u,
  );
});

test('the stub of a tool shows how it fails', async () => {
  const { folder } = await createProject({ 'definitions/bank.mcp.yaml': bank['definitions/bank.mcp.yaml'] });
  expect(readFileSync(path.join(folder, 'handlers/tools/transfer.ts'), 'utf8')).toContain(
    "  // return context.fail.insufficient_funds({ … });\n  return notImplemented('transfer');\n",
  );
});

/** How `transfer` fails, the text for the model, and what programs get. */
const failures: readonly (readonly [fail: string, text: string, error: object | undefined])[] = [
  [
    'funds',
    'The account has less than the amount.\nAsk for a smaller amount or another account.',
    { name: 'insufficient_funds', data: { missing: 5 } },
  ],
  ['locked', 'The account is locked.\nDo not repeat the call.', { name: 'locked', retryable: false }],
  ['told', 'Ada locked the account.\nDo not repeat the call.', { name: 'locked', retryable: false }],
  ['busy', 'The bank is busy.\nTry again in 2.5 s.', { name: 'busy', retryable: true, retryAfterMs: 2500 }],
  ['shared', 'It rains.', { name: 'shared', data: { reason: 'rain' } }],
  [
    'invalid',
    'Tool "transfer" failed with the error "insufficient_funds", whose data does not fit its schema:\n- missing: must be a number, got "much"',
    undefined,
  ],
  ['circular', 'Tool "transfer" failed with the error "insufficient_funds", whose data is not JSON', undefined],
];

describe.each([...stdioClients, ...httpClients])('%s', (_, __, connect) => {
  const connecting = connect([server]);
  afterAll(async () => (await connecting).close());

  test.each(failures)('gets the error: %s', async (fail, text, error) => {
    const { peer } = await connecting;
    // Then the client checks structured content.
    await (peer as unknown as { listTools(): Promise<unknown> }).listTools();
    const result = (await peer.callTool({ name: 'transfer', arguments: { amount: 105, fail } })) as object;
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
    expect(result).not.toHaveProperty('structuredContent');
    const { _meta: meta = {} } = result as { readonly _meta?: object };
    expect((meta as { readonly [key: string]: unknown })['create-mcp-from-schema/error']).toEqual(error);
  });

  test('has it by name in the typed client', async () => {
    const { tools } = exports.connect((await connecting).peer);
    const [success, declared, other] = await Promise.all([
      settle(tools.transfer({ amount: 5 })),
      settle(tools.transfer({ amount: 105, fail: 'funds' })),
      settle(tools.transfer({ amount: 105, fail: 'throw' })),
    ]);
    expect(success).toMatchObject({ ok: true, value: { structured: { balance: 95 } } });
    expect(declared).toMatchObject({
      ok: false,
      error: { name: 'insufficient_funds', tool: 'transfer', data: { missing: 5 }, retryable: undefined },
    });
    expect(other).toMatchObject({ ok: false, error: { name: 'ToolError', tool: 'transfer', data: undefined } });
  });
});

test('only failures that the handler did not choose are reported to the operator', async () => {
  const opened = await open(exports.project);
  for (const fail of ['funds', 'locked', 'invalid']) await settle(opened.tools.transfer({ amount: 101, fail }));
  await opened.close();
  expect(opened.reports).toEqual([expect.stringContaining('whose data does not fit its schema')]);
});

describe('the server repeats a call', () => {
  const input = { failures: 2, error: 'busy' };

  test('after an error that allows it, after its wait', async () => {
    const opened = await open(exports.project, { manualClock: true });
    const call = settle(opened.tools.retry(input));
    await opened.advance(2000);
    await opened.advance(1999);
    await opened.advance(1);
    expect(await call).toMatchObject({ ok: true, value: { text: 'after 2' } });
    await opened.close();
  });

  test.each([
    ['that fails more often', { failures: 2, error: 'soon' }, 'soon'],
    ['whose error is not repeated', { failures: 1, error: 'late' }, 'late'],
  ])('not %s', async (_, failing, name) => {
    const opened = await open(exports.project, { manualClock: true });
    const call = settle(opened.tools.retry(failing));
    await opened.advance(1000);
    await opened.advance(1000);
    expect(await call).toMatchObject({ ok: false, error: { name } });
    // The handler counts failures until it succeeds.
    await opened.tools.retry({ failures: 0, error: name });
    await opened.close();
  });

  test('not that has asked the user', async () => {
    const opened = await open(exports.project, {
      manualClock: true,
      responses: [{ action: 'accept', content: {} }],
    } as object);
    const call = settle(opened.tools.retry({ failures: 1, error: 'busy', asks: true }));
    expect(await call).toMatchObject({ ok: false, error: { name: 'busy' } });
    expect(opened.clientRequests).toHaveLength(1);
    await opened.tools.retry({ failures: 0, error: 'busy' });
    await opened.close();
  });

  test('not after it was canceled or its time is over', async () => {
    const opened = await open(exports.project, { manualClock: true });
    const controller = new AbortController();
    const call = opened.tools.retry({ failures: 9, error: 'busy' }, { signal: controller.signal });
    await opened.advance(1000);
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await opened.advance(60_000);
    expect(await opened.tools.retry({ failures: 0, error: 'busy' })).toMatchObject({ text: 'after 1' });
    await opened.close();
  });
});
