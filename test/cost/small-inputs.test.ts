import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parts } from '../../runtime/parts.js';
import { methods } from '../../runtime/wire/methods.js';
import { startShelf } from '../openapi/shelf-api.js';
import { buildSmallInputServer, openSmallInputServer, type SmallInputServer } from './small-input-server.js';
import { kindOfField, maxBytes, methodInputs, toolInputs } from './small-inputs.js';

/** All methods that any server has. */
const known = new Map([...methods, ...parts.flatMap((part) => Object.entries(part.methods ?? {}))]);

/** Processor time of the most expensive honest request is below a tenth of this. */
const maxCpuMs = 400;
/** Growth of the highest resident memory in all requests of a row. */
const maxMegabytes = 96;

const api = await startShelf();
const environment = Object.fromEntries(
  ['DIRECT', 'FOUND', 'SCRIPTED'].map((name) => [`SMALL__${name}__BASE_URL`, Object.values(api.environment)[0] ?? '']),
);
const entrypoint = await buildSmallInputServer();

afterAll(() => api.close());

test('every method and every field of a tool has a row', () => {
  expect(Object.keys(methodInputs).toSorted()).toEqual([...known.keys()].toSorted());
  expect(Object.values(kindOfField).filter((kind) => kind !== null && !(kind in toolInputs))).toEqual([]);
});

describe.each([
  ['legacy', '2025-11-25'],
  ['modern', '2026-07-28'],
] as const)('an input below 10 KB costs little in the %s era:', (era, revision) => {
  let server: SmallInputServer;

  beforeAll(async () => {
    server = await openSmallInputServer(entrypoint, revision, environment);
    // Loads what the first request of a kind loads.
    for (const [method, [params = {}]] of rowsOf(era)) await server.ask(method, params, staysOpen(method));
    for (const [kind, [params = {}]] of Object.entries(toolInputs)) {
      const { result } = await server.ask('tools/call', params);
      expect(result?.isError, `${kind}: ${JSON.stringify(result)}`).not.toBe(true);
    }
  });

  afterAll(() => server.close());

  test('every listed tool has a row', async () => {
    const { result } = await server.ask('tools/list', {});
    const called = new Set(
      Object.values(toolInputs).flatMap((inputs) => inputs.map((params) => Reflect.get(params, 'name'))),
    );
    const listed = (result.tools as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(listed.filter((name) => !called.has(name)).toSorted()).toEqual([
      'direct_getStatus',
      'direct_listLoans',
      'direct_removeBook',
      'scripted_run_code',
      'usage',
    ]);
  });

  const rows = [
    ...rowsOf(era),
    ...Object.entries(toolInputs).map(([kind, inputs]) => ['tools/call', inputs, kind] as const),
  ];

  test.each(
    rows.map(
      ([method, inputs, kind]) => [`${method}${kind === undefined ? '' : `: ${kind}`}`, method, inputs] as const,
    ),
  )('%s', async (_row, method, inputs) => {
    const first = await server.measure();
    let before = first;
    for (const params of inputs) {
      const text = JSON.stringify(params);
      expect(text.length).toBeLessThan(maxBytes);
      await server.ask(method, params, staysOpen(method));
      const after = await server.measure();
      expect(after.cpuMs - before.cpuMs, text.slice(0, 200)).toBeLessThan(maxCpuMs);
      before = after;
    }
    expect(before.peakMegabytes - first.peakMegabytes).toBeLessThan(maxMegabytes);
  });
});

function rowsOf(era: 'legacy' | 'modern') {
  return Object.entries(methodInputs)
    .filter(([method]) => [undefined, era].includes(known.get(method)?.era))
    .map(([method, inputs]) => [method, inputs, undefined] as const);
}

function staysOpen(method: string): boolean {
  return method === 'subscriptions/listen';
}
