import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';

const file = 'definitions/kites.mcp.yaml';

/** Two tools; questions are about the first. */
function kites(description: string, questions = '[which kites are for sale?, show a red one]', more = ''): string {
  return `server: { name: kites, version: 1.0.0 }
tools:
  list_kites:
    description: ${description}
    inputSchema: { type: object }
    questions: ${questions}
  get_weather:
    description: Returns wind speeds.
    inputSchema: { type: object }
${more}`;
}

const good = kites('Lists kites for sale, such as red and green ones.');
const bad = kites('Returns data.');

let cwd: string;
beforeEach(() => {
  cwd = makeFolder({ [file]: good });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'A version.');
  git('tag', 'v1.0.0');
});

function git(...argv: readonly string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...argv], { cwd });
}

function evaluate(...argv: readonly string[]) {
  return runInMemory(['evaluate', ...argv], { cwd });
}

interface Comparison {
  readonly with: string;
  readonly compared: number;
  readonly newQuestions: readonly string[];
  readonly figures: readonly { readonly ranking: string; readonly figure: string }[];
  readonly changes: readonly object[];
}

async function compareWith(revision: string): Promise<Comparison> {
  const { out, error } = await evaluate('--compare', revision, '--format', 'json');
  expect(error).toBe('');
  return (JSON.parse(out) as { readonly comparison: Comparison }).comparison;
}

describe('a description that got worse', () => {
  beforeEach(() => putFiles(cwd, { [file]: bad }));

  test('as text', async () => {
    const { exitCode, out } = await evaluate('--compare', 'v1.0.0');
    expect(exitCode).toBe(0);
    expect(out).toContain(`Compared with v1.0.0: 2 questions
  bm25.first: 100% → 50%
  bm25.firstFive: 100% → 50%
  bm25.allInFirstFive: 100% → 50%
`);
    expect(out).toContain('  fell 1 → - (bm25): show a red one\n');
  });

  test('as JSON', async () => {
    const comparison = await compareWith('git:v1.0.0');
    expect(comparison).toMatchObject({ with: 'git:v1.0.0', compared: 2, newQuestions: [] });
    expect(comparison.figures).toContainEqual({ ranking: 'bm25', figure: 'first', before: 1, after: 0.5 });
    expect(comparison.figures).toHaveLength(9);
    expect(comparison.changes).toContainEqual({
      ask: 'show a red one',
      ranking: 'bm25',
      change: 'fell',
      before: 1,
      after: null,
    });
  });

  test('fails with --fail-on worse', async () => {
    expect((await evaluate('--compare', 'HEAD', '--fail-on', 'worse')).exitCode).toBe(1);
  });

  test('fails in JUnit with --fail-on worse', async () => {
    const junit = (...argv: readonly string[]) => evaluate('--compare', 'HEAD', '--format', 'junit', ...argv);
    expect((await junit('--fail-on', 'worse')).out).toContain(
      '<testcase classname="comparison" name="bm25.first"><failure message="100% before, 50% now"/></testcase>',
    );
    expect((await junit()).out).not.toContain('<failure');
  });

  test('is in the page', async () => {
    const { out } = await evaluate('--compare', 'HEAD', '--format', 'html');
    expect(out).toContain('<h2 id="comparison">Compared with HEAD</h2>');
  });
});

test('a description that got better', async () => {
  putFiles(cwd, { [file]: bad });
  git('commit', '--quiet', '--all', '--message', 'Worse.');
  putFiles(cwd, { [file]: good });
  const { exitCode, out } = await evaluate('--compare', 'HEAD', '--fail-on', 'worse');
  expect(exitCode).toBe(0);
  expect(out).toContain('bm25.first: 50% → 100%');
  expect(out).toContain('rose - → 1 (bm25): show a red one');
  expect((await evaluate('--compare', 'HEAD~1', '--fail-on', 'worse')).out).toContain('No figure changed.');
});

test('an earlier version without questions is asked the present ones', async () => {
  putFiles(cwd, { [file]: kites('Returns data.', '[]') });
  git('commit', '--quiet', '--all', '--message', 'No questions.');
  putFiles(cwd, { [file]: good });
  expect(await compareWith('HEAD')).toMatchObject({ compared: 2, newQuestions: [] });
});

test('questions about new tools are not compared', async () => {
  const added =
    '  buy_kite: { description: Buys a kite., inputSchema: { type: object }, questions: [buy the red one] }\n';
  putFiles(cwd, { [file]: kites('Lists kites for sale, such as red and green ones.', undefined, added) });
  const comparison = await compareWith('HEAD');
  expect(comparison).toMatchObject({ compared: 2, newQuestions: ['buy the red one'] });
  expect((await evaluate('--compare', 'HEAD')).out).toContain('2 questions; 1 question about new tools');
});

test('a folder is compared as well', async () => {
  putFiles(cwd, { 'old/definitions/kites.mcp.yaml': bad });
  expect(await compareWith('old')).toMatchObject({ with: 'old', compared: 2 });
});

test('an unknown revision is wrong usage', async () => {
  const { exitCode, out, error } = await evaluate('--compare', 'v9');
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(error).toContain('v9 is not a file, folder or revision');
});

test('errors in the earlier definitions have exit code 2', async () => {
  putFiles(cwd, { [file]: good.replace('inputSchema', 'inputSchemata') });
  git('commit', '--quiet', '--all', '--message', 'Broken.');
  putFiles(cwd, { [file]: good });
  const { exitCode, error } = await evaluate('--compare', 'HEAD');
  expect(exitCode).toBe(2);
  expect(error).toContain('Cannot compare HEAD: its definitions have errors.');
});
