import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { putFiles } from '../kit/make-folder.js';
import { change, evaluate, makeProject, playModel, readRecording, rightPlay } from './evaluated-project.js';

let folder: string;

/** Each test changes the project that was recorded. */
beforeEach(async () => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-secret-of-the-test');
  folder = await makeProject();
  playModel(rightPlay);
  expect((await evaluate(folder)).exitCode).toBe(0);
  // Neither a key nor a model is needed from here on.
  vi.stubEnv('OPENAI_API_KEY', '');
  playModel(() => {
    throw new Error('A replay asks no model.');
  });
});
afterEach(() => void vi.unstubAllEnvs());

const replay = (...args: readonly string[]) => evaluate(folder, '--replay', ...args);

describe('a recording fits', () => {
  test('the same definition', async () => {
    const before = readRecording(folder);
    const { out, exitCode, error } = await replay();
    expect([out, error]).toEqual(['Replayed 2 runs of 1 recordings.\nThe recordings fit the definitions.\n', '']);
    expect(exitCode).toBe(0);
    expect(readRecording(folder)).toBe(before);
  });

  test('a changed description, with a note', async () => {
    await change(folder, 'Finds the orders of a customer.', 'Lists what a customer bought.');
    const { out, exitCode } = await replay();
    expect(exitCode).toBe(0);
    expect(out).toContain('note openai-stand-in.tools.json: names, descriptions or schemas have changed');
  });

  test('further questions, unless they must have a recording', async () => {
    await change(folder, '      - ask: refund the order', '      - give it back\n      - ask: refund the order');
    expect(await replay()).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('note no recording: give it back'),
    });
    const { out, exitCode } = await replay('--fail-on', 'missing');
    expect(exitCode).toBe(1);
    expect(out).toContain('error no recording: give it back');
    const junit = await replay('--fail-on', 'missing', '--format', 'junit');
    expect(junit.out).toContain('<testcase classname="missing" name="give it back" time="0">');
  });

  test('runs that had failed when they were recorded, with a note', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-secret-of-the-test');
    playModel((_, round) =>
      round === 0
        ? {
            calls: [
              ['delete_order', { id: 1 }],
              ['nothing', {}],
            ],
          }
        : { text: 'Done.' },
    );
    await evaluate(folder);
    const { out, exitCode } = await replay();
    expect(exitCode).toBe(0);
    expect(out).toContain('2 of 2 runs had failed when they were recorded');
  });
});

describe('a recording no longer fits', () => {
  test.each([
    ['a tool that was renamed', /find_orders/gu, 'list_orders', 'the tool find_orders no longer exists'],
    [
      'an argument that was renamed',
      /customer: \{ type: integer/u,
      'client: { type: integer',
      'the call of find_orders with {"customer":7} fails',
    ],
    [
      'a stricter schema',
      'customer: { type: integer, minimum: 1',
      'customer: { type: integer, minimum: 10',
      'customer: must be at least 10',
    ],
    [
      'another expected value',
      '{ refund_order: { id: 1234 } }',
      '{ refund_order: { id: 4321 } }',
      'refund_order was called with {"id":1234}, not {"id":4321}',
    ],
    [
      'another expected tool',
      'tools: [find_orders, refund_order]',
      'tools: [refund_order, find_orders]',
      'find_orders was called too early',
    ],
    [
      'another forbidden tool',
      'never: [delete_order]',
      'never: [delete_order, find_orders]\n        tools: [refund_order]',
      'find_orders must not be called',
    ],
    ['a question that was changed', 'refund the order of', 'refund all orders of', 'the question no longer exists'],
  ])('%s', async (_name, before, after, reason) => {
    if (String(before).includes('never')) await change(folder, '        tools: [find_orders, refund_order]\n', '');
    if (String(before).includes('customer:')) {
      // What a question expects must exist.
      await change(folder, ', arguments: { find_orders: { customer: 7 } }', '');
      await change(folder, / {4}examples:\n.*\n.*\n/u, '');
    }
    await change(folder, before, after);
    const { out, exitCode } = await replay();
    expect(out).toContain(reason);
    expect(out).toContain('error openai-stand-in.tools.json: ');
    expect(exitCode).toBe(1);
  });

  test('in all formats', async () => {
    await change(folder, 'refund the order of', 'refund all orders of');
    const { misfits } = JSON.parse((await replay('--format', 'json')).out) as { readonly misfits: readonly object[] };
    expect(misfits).toEqual([
      {
        file: 'openai-stand-in.tools.json',
        question: 'refund the order of customer 7',
        reason: 'the question no longer exists',
      },
    ]);
    expect((await replay('--format', 'junit')).out).toContain('<failure message="the question no longer exists"/>');
    expect((await replay('--format', 'html')).out).toContain('the question no longer exists');
  });
});

describe('recordings', () => {
  test('that are missing are an error', async () => {
    const { error, exitCode } = await replay('--record', 'elsewhere');
    expect(exitCode).toBe(2);
    expect(error).toContain('There are no recordings to replay.');
    expect((await replay('--model', 'openai:other')).exitCode).toBe(2);
  });

  test('that are damaged are an error', async () => {
    putFiles(folder, {
      'evaluations/a.json': '{',
      'evaluations/b.json': '{ "version": 2 }',
      'evaluations/c.json':
        '{ "version": 1, "model": "m", "mode": "tools", "tools": {}, "questions": [{ "ask": "x", "runs": [{}] }] }',
    });
    const { out, exitCode } = await replay();
    expect(exitCode).toBe(1);
    for (const name of ['a', 'b', 'c']) expect(out).toContain(`error ${name}.json\n  the file is not a recording`);
  });

  test('with hostile arguments do no harm', async () => {
    const hostile = readFileSync(path.join(folder, 'evaluations/openai-stand-in.tools.json'), 'utf8')
      .replaceAll('"customer": 7', '"customer": 7, "__proto__": { "polluted": true }')
      .replaceAll('"tool": "refund_order"', '"tool": "\\u001b[2J<script>"');
    putFiles(folder, { 'evaluations/openai-stand-in.tools.json': hostile });
    const { out, exitCode } = await replay();
    expect(exitCode).toBe(1);
    expect(out).not.toContain('\u001b');
    expect(({} as { readonly polluted?: boolean }).polluted).toBeUndefined();
  });
});
