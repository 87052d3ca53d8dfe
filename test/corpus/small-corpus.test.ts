import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkCorpus, type CorpusRow } from './check-corpus.mjs';
import { inspectTools } from './inspect-tools.mjs';
import { listDocuments } from './list-documents.mjs';

const folder = path.join(import.meta.dirname, 'documents');
const limits = { seconds: 100, megabytes: 1024, parallel: 2 };

/** Operations, tools, and where those stand that no tool was made of. */
const expected: { readonly [document: string]: readonly [number, number, readonly string[]] } = {
  'bakery-20.yaml': [4, 4, []],
  'faulty-30.yaml': [4, 3, ['faulty-30.yaml:15:5']],
  'library-30.json': [4, 4, []],
  'orders-30.yaml': [10, 10, []],
  'split/openapi.yaml': [3, 3, []],
  'weather-31.yaml': [3, 3, []],
};

test('documents are told from their parts', async () => {
  expect(await listDocuments(folder)).toEqual(Object.keys(expected));
});

describe('the whole chain', () => {
  let rows: readonly CorpusRow[] = [];
  beforeAll(async () => {
    rows = await checkCorpus(folder, Object.keys(expected), limits, () => {});
  });

  test.each(Object.entries(expected))('works for %s', (document, [operations, tools, skipped]) => {
    const row = rows.find((each) => each.document === document);
    expect(row?.problems).toEqual([]);
    expect(row).toMatchObject({
      operations,
      tools,
      generated: true,
      typeChecks: true,
      starts: true,
      schemasValid: true,
      clientsAccept: true,
    });
    expect(row?.skipped?.map((reason) => reason.split(': ')[0])).toEqual(skipped);
    expect(row?.longestName).toBeLessThanOrEqual(64);
  });
});

describe('the runner', () => {
  test('ends a check that takes too long, and says where it was', async () => {
    const [row] = await checkCorpus(folder, ['bakery-20.yaml'], { ...limits, seconds: 0.6 }, () => {});
    expect(row?.problems).toEqual([expect.stringMatching(/^The check ended while .*: 0\.6 seconds are over$/u)]);
  });

  test('ends a check that takes too much memory', async () => {
    const [row] = await checkCorpus(folder, ['bakery-20.yaml'], { ...limits, megabytes: 16 }, () => {});
    expect(row?.problems).toEqual([expect.stringMatching(/^The check ended while [a-z ]+: FATAL ERROR: .*heap/u)]);
  });

  test('finds what is wrong with tools', () => {
    const problems = inspectTools([
      {
        name: 'a b',
        inputSchema: {
          anyOf: [{ properties: { properties: { type: 'object', properties: { '@id': { type: 'text' } } } } }],
        },
      },
    ]);
    expect(problems).toEqual([
      'a b: its name is not legal.',
      'a b: it has no title.',
      'a b: it has no description.',
      'a b: it has no readOnlyHint.',
      'a b: it has no destructiveHint.',
      'a b: it has no idempotentHint.',
      'a b: it has no openWorldHint.',
      'a b: its input schema does not say `type: object` at the root.',
      'a b: its input schema has `anyOf` at the root.',
      'a b: the property "@id" is not legal.',
      expect.stringMatching(/^a b: its input schema cannot be compiled: schema is invalid/u),
    ]);
  });
});
