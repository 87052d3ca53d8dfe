import { describe, expect, test } from 'vitest';
import type { ReportLine } from '../../runtime/core/service/report.js';
import { printReport } from '../../runtime/core/service/report.js';
import { VisibleError } from '../../runtime/core/api/errors.js';
import { notImplemented } from '../../runtime/core/api/generated-code.js';
import { reportThrown } from '../../runtime/core/service/report-thrown.js';
import { encodeLine } from '../../runtime/core/logs/encode-line.js';

/** What the operator reads of a thrown value, without the time and with `frame` for the place of each frame in this file. */
function readText(thrown: unknown): readonly string[] {
  return printReport(report(thrown))
    .split('\n')
    .map((line) =>
      line.replace(/^\[[^\]]+\] /u, '').replace(/^( +at) .*thrown-errors\.test\.ts:\d+:\d+\)?$/u, '$1 here'),
    )
    .filter((line) => !/^ +at .*node_modules|^ +at new Promise|node:internal/u.test(line));
}

function report(thrown: unknown): ReportLine {
  const lines: ReportLine[] = [];
  reportThrown((line) => void lines.push(line), 'TOOL: probe', thrown);
  return lines[0]!;
}

function readJson(thrown: unknown): { readonly [name: string]: unknown } {
  const { error } = JSON.parse(encodeLine(report(thrown), 'error', undefined)) as {
    error: { [name: string]: unknown };
  };
  return error;
}

const here = '    at here';

describe('a thrown error is reported with', () => {
  test('its stack, and its type unless that is Error', () => {
    expect(readText(new Error('boom'))).toEqual(['TOOL: probe | ERROR: boom', here]);
    expect(readText(new TypeError('boom'))).toEqual(['TOOL: probe | ERROR: boom', '  TypeError', here]);
  });

  test('the chain of its causes', () => {
    const root = new RangeError('refused');
    const middle = new Error('no connection', { cause: root });
    expect(readText(new Error('boom', { cause: middle }))).toEqual([
      'TOOL: probe | ERROR: boom',
      here,
      '  cause: Error: no connection',
      here,
      '  cause: RangeError: refused',
      here,
    ]);
    expect(readText(new Error('boom', { cause: 'a text' })).at(-1)).toBe('  cause: a text');
  });

  test('the errors of an AggregateError', () => {
    expect(readText(new AggregateError([new Error('one'), 'two'], 'all failed'))).toEqual([
      'TOOL: probe | ERROR: all failed',
      '  AggregateError',
      here,
      '  errors[0]: Error: one',
      here,
      '  errors[1]: two',
    ]);
  });

  test('the place of the stub, if a handler is not implemented', () => {
    const stub = () => notImplemented('probe');
    expect(readText(catchError(stub)).slice(0, 2)).toEqual(['TOOL: probe | ERROR: "probe" is not implemented.', here]);
    expect(report(catchError(stub)).lines?.[0]).toMatch(/^ +at stub /u);
  });

  test('its advice for the operator', () => {
    const error = Object.assign(new VisibleError('no result'), { advice: 'return a value' });
    expect(readText(error)).toEqual(['TOOL: probe | ERROR: no result (return a value)']);
  });

  test('the same as members of a line in JSON', () => {
    const error = readJson(new AggregateError([new TypeError('one')], 'all', { cause: new Error('why') }));
    expect(error).toMatchObject({
      type: 'AggregateError',
      message: 'all',
      cause: { type: 'Error', message: 'why' },
      errors: [{ type: 'TypeError', message: 'one' }],
    });
    expect(error['stack']).toMatch(/^at .*thrown-errors\.test\.ts:\d+:\d+/u);
    expect(readJson('only a text')).toEqual({ message: 'only a text' });
  });
});

describe('the report of a hostile error', () => {
  test('ends at a cycle', () => {
    const error: Error & { cause?: unknown } = new Error('boom');
    error.cause = new Error('inner', { cause: error });
    expect(readText(error)).toEqual(['TOOL: probe | ERROR: boom', here, '  cause: Error: inner', here]);
  });

  test('is bounded', () => {
    let error = new Error('0');
    for (let level = 1; level < 1000; level += 1) error = new Error(`${level} ${'x'.repeat(10_000)}`, { cause: error });
    expect(readText(error).filter((line) => line.startsWith('  cause: '))).toHaveLength(9);
    const many = new AggregateError(
      Array.from({ length: 100_000 }, () => new Error('y'.repeat(10_000))),
      'many',
    );
    expect(JSON.stringify(readJson(many)).length).toBeLessThan(64_000);
    const long = new Error('long');
    long.stack = `Error: long\n${'    at f (a.ts:1:1)\n'.repeat(1_000_000)}`;
    expect(readText(long)).toHaveLength(21);
  });

  test('has no line that the error could forge', () => {
    const forged = '\n[2026-01-01T00:00:00.000Z] START | ERROR: forged\n    at forged (a.ts:1:1)\u001b[31m';
    const lines = readText(new Error(forged, { cause: new Error(forged) }));
    expect(lines.filter((line) => !line.startsWith(' '))).toHaveLength(1);
    expect(lines).not.toContain('    at forged (a.ts:1:1)');
    expect(lines.join('')).not.toContain('\u001b');
  });

  test.each([
    ['a revoked proxy', () => Proxy.revocable({}, {})],
    ['a stack that throws', () => ({ proxy: Object.defineProperty(new Error('x'), 'stack', { get: throwIt }) })],
    ['a cause that throws', () => ({ proxy: Object.defineProperty(new Error('x'), 'cause', { get: throwIt }) })],
    ['a stack that is no text', () => ({ proxy: Object.assign(new Error('x'), { stack: 7, name: Symbol('n') }) })],
  ])('does not fail: %s', (_name, make) => {
    const made = make();
    if ('revoke' in made) made.revoke();
    expect(readText(made.proxy)[0]).toMatch(/^TOOL: probe \| ERROR: (?:x|Unknown error)$/u);
  });
});

function catchError(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

function throwIt(): never {
  throw new Error('not readable');
}
