import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../../bench/public/report/judge.mjs';
import { printTable } from '../../bench/public/report/table.mjs';
import { makeFolder } from '../kit/make-folder.js';

interface Report {
  readonly users: number;
  readonly subjects: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Results of tools by user and tool, which all servers returned. */
  readonly compared: Readonly<Record<string, readonly [{ readonly text: string }]>>;
}

/** Report of a run without the servers that are not among the dependencies of this package; its figures mean nothing. */
function runShort(): Report {
  const file = path.join(makeFolder(), 'results.json');
  const pace = ['--seconds', '0.3', '--rounds', '1', '--warm-up', '0'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['bench/public/run.mjs', '--installed', ...pace, '--json', file],
    { encoding: 'utf8' },
  );
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

test.runIf(process.platform === 'linux')('all servers return the same results, and are measured', () => {
  const { users, subjects, compared } = runShort();
  expect(users).toBe(50);
  expect(Object.keys(subjects)).toEqual(['limit', 'ours', 'ours-sessions', 'sdk-v1']);
  for (const figures of Object.values(subjects)) {
    expect(figures['errors']).toBe(0);
    const names = ['requestsPerSecond', 'cpuMicros', 'p50', 'p95', 'p99', 'memoryMean', 'memoryPeak'];
    for (const name of names) expect(figures[name], name).toBeGreaterThan(0);
  }
  const texts = Object.entries(compared).map(([key, [{ text }]]) => [key, JSON.parse(text) as object]);
  expect(Object.fromEntries(texts)).toMatchObject({
    '1 search_products': {
      category: 'Electronics',
      total_found: 2251,
      products: [
        {
          id: 4901,
          sku: 'SKU-004901',
          name: 'Brand 1 Electronics Item 4901',
          price: 50,
          rating: 3,
          popularity_rank: 0,
        },
        ...Array.from({ length: 9 }, () => ({})),
      ],
      top10_popular_ids: [92857, 82857, 72857, 62857, 52857, 42857, 32857, 2857, 22857, 12857],
    },
    '1 get_user_cart': {
      user_id: 'user-00001',
      cart: {
        items: [
          { product_id: 8, qty: 2 },
          { product_id: 14, qty: 2 },
        ],
        item_count: 2,
        estimated_total: 44.04,
      },
      recent_history: [
        { order_id: 'ORD-00001-01', product_id: 8, qty: 2, price: 0.14, ts: 1_740_090_000 },
        ...Array.from({ length: 4 }, () => ({})),
      ],
    },
    '1 checkout': { order_id: 'ORD-user00001-2', total: 24.63, items_count: 2, rate_limit_count: 1 },
    '3 get_user_cart': { cart: { item_count: 3 } },
    '3 checkout': { order_id: 'ORD-user00003-2', rate_limit_count: 1 },
  });
});

/** Results with these figures: requests per second, CPU time per request, and p99. */
function makeResults(isApart: boolean, figures: Readonly<Record<string, readonly [number, number, number]>>) {
  const subjects = Object.entries(figures).map(([name, [requestsPerSecond, cpuMicros, p99]]) => {
    const memory = { memoryMean: 80.4, memoryPeak: 99.6 };
    const rounds = [{ requestsPerSecond, cpuMicros }];
    const shares = { serverShare: 0.98, loadShare: 0.4 };
    return [name, { requestsPerSecond, cpuMicros, p50: 1, p95: 2.345, p99, ...memory, errors: 0, ...shares, rounds }];
  });
  return { isApart, cores: 'there are only 1 cores', subjects: Object.fromEntries(subjects) };
}

const limit = [5000, 100, 9] as const;
const sdk = [500, 1000, 90] as const;

test('the goals compare ours with the limit and SDK v2', () => {
  const met = judge(makeResults(true, { limit, ours: [4000, 125, 30], 'sdk-v2': sdk }));
  expect(met.map(({ text }) => text)).toEqual([
    'met: requests per second, at least 8× sdk-v2: 8×',
    'met: CPU time per request, at most 1.25× limit: 1.25×',
    'met: p99, at most 0.33× sdk-v2: 0.33×',
  ]);
  const missed = judge(makeResults(true, { limit, ours: [3990, 126, 31], 'sdk-v2': sdk }));
  expect(missed.map(({ isMet, text }) => [isMet, text])).toEqual([
    [false, 'not met: requests per second, at least 8× sdk-v2: 7.98×'],
    [false, 'not met: CPU time per request, at most 1.25× limit: 1.26×'],
    [false, 'not met: p99, at most 0.33× sdk-v2: 0.34×'],
  ]);
});

test('without cores of its own for the server, or without SDK v2, no goal is met', () => {
  const shared = judge(makeResults(false, { limit, ours: [4000, 125, 30], 'sdk-v2': sdk }));
  expect(shared.map(({ isMet }) => isMet)).toEqual([false, false, false]);
  expect(shared[0]?.text).toBe('not judged: requests per second, at least 8× sdk-v2 (there are only 1 cores)');
  const alone = judge(makeResults(true, { limit, ours: [4000, 125, 30] }));
  expect(alone.map(({ isMet }) => isMet)).toEqual([false, true, false]);
  expect(alone[0]?.text).toBe('not judged: requests per second, at least 8× sdk-v2 (not measured)');
});

test('the table has a column per server, with ratios', () => {
  const table = printTable(makeResults(true, { limit, ours: [4000, 125, 30], 'sdk-v2': sdk }));
  expect(table.split('\n')).toEqual([
    '|  | limit | ours | SDK v2 |',
    '| --- | --- | --- | --- |',
    '| requests per second | 5,000 | 4,000 | 500 |',
    '| … relative to SDK v2 | 10.00× | 8.00× | 1.00× |',
    '| CPU per request, µs | 100 | 125 | 1,000 |',
    '| … relative to the limit | 1.00× | 1.25× | 10.00× |',
    '| tool call, p50; p95; p99 in ms | 1.00; 2.35; 9.00 | 1.00; 2.35; 30.0 | 1.00; 2.35; 90.0 |',
    '| p99 relative to SDK v2 | 0.10× | 0.33× | 1.00× |',
    '| memory, mean; peak in MiB | 80; 100 | 80; 100 | 80; 100 |',
    '| errors | 0 | 0 | 0 |',
    '| cores busy: server; load, Redis and API | 0.98; 0.40 | 0.98; 0.40 | 0.98; 0.40 |',
  ]);
});
