import path from 'node:path';
import { printJson } from '../core/diagnostics/format-diagnostics.js';

/** Event of the Node test runner that this reporter reads. */
interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly nesting?: number;
    readonly file?: string;
    readonly line?: number;
    readonly column?: number;
    readonly skip?: boolean | string;
    readonly todo?: boolean | string;
    readonly details?: {
      readonly duration_ms?: number;
      readonly type?: string;
      readonly error?: Error & { readonly failureType?: string };
    };
  };
}

interface ReportedTest {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'todo';
  readonly durationMs: number;
  /** Place of the test. The file is relative to the working directory. */
  readonly location?: { readonly file: string; readonly line: number; readonly column: number };
  readonly error?: { readonly message: string; readonly stack?: string };
}

/** Reporter of the Node test runner: prints the results of all tests as one JSON document. Suites are not tests. */
// oxlint-disable-next-line import/no-default-export -- Node looks for it
export default async function* reportTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tests: ReportedTest[] = [];
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isPassed = type === 'test:pass';
    // A suite or file fails with its tests, or by itself: then it has no failed test.
    const isGroup = data.details?.type === 'suite' || data.name === data.file;
    if (isGroup && (isPassed || data.details?.error?.failureType === 'subtestsFailed')) continue;
    tests.push(describeTest(data, isPassed));
  }
  const count = (state: ReportedTest['state']): number => tests.filter((test) => test.state === state).length;
  const summary = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), todo: count('todo') };
  yield `${printJson({ version: 1, ok: summary.failed === 0, diagnostics: [], summary, tests })}\n`;
}

function describeTest({ name = '', file, line, column, skip, todo, details }: TestEvent['data'], isPassed: boolean) {
  const isSet = (value: boolean | string | undefined): boolean => value !== undefined && value !== false;
  const state = isSet(skip) ? 'skipped' : isSet(todo) ? 'todo' : isPassed ? 'passed' : 'failed';
  const error = isPassed ? undefined : (details?.error?.cause ?? details?.error);
  const shown = file === undefined ? undefined : path.relative('', file).replaceAll('\\', '/');
  return {
    name,
    state,
    durationMs: Math.round(details?.duration_ms ?? 0),
    ...(shown !== undefined && { location: { file: shown, line: line ?? 1, column: column ?? 1 } }),
    ...(error !== undefined && { error: describeError(error) }),
  } as const;
}

function describeError(error: unknown): NonNullable<ReportedTest['error']> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, ...(error.stack !== undefined && { stack: error.stack }) };
}
