import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listEdits } from '../../generator/cli/report-formats.js';
import { parseTypeErrors } from '../../generator/tools/build/parse-type-errors.js';
import reportTests from '../../generator/cli/report-tests.js';
import type { SuggestedEdit } from '../../generator/core/diagnostics/suggest-edits.js';
import { applySuggestedEdits } from '../kit/apply-suggested-edits.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from './run-in-memory.js';

interface Report {
  readonly version: number;
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  readonly diagnostics: readonly {
    readonly code: string;
    readonly location?: {
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly length: number;
    };
    readonly edits?: readonly SuggestedEdit[];
  }[];
  readonly [member: string]: unknown;
}

/** Runs a command that prints nothing but one JSON document. */
async function run(argv: readonly string[], cwd: string): Promise<Report & { readonly exitCode: number }> {
  const { exitCode, out, error } = await runInMemory([...argv, '--format', 'json'], { cwd });
  expect(error).toBe('');
  return { exitCode, ...(JSON.parse(out) as Report) };
}

const definition = `server: { name: shop, version: 1.0.0 }
tools:
  greet: { description: Greets., result: Hello. }
`;

async function project(files: { readonly [file: string]: string } = {}): Promise<string> {
  const { folder } = await createProject({
    'package.json': '{ "name": "shop", "type": "module" }',
    'definitions/shop.mcp.yaml': definition,
    ...files,
  });
  return folder;
}

test('a mistake in a definition is reported with its edit by generate, and with the same place by other commands', async () => {
  const cwd = await project();
  const file = path.join(cwd, 'definitions/shop.mcp.yaml');
  await writeFile(file, definition.replace('result:', 'resutl:'));
  const generated = await run(['generate'], cwd);
  expect(generated).toMatchObject({ exitCode: 1, version: 1, ok: false, applied: false });
  const [{ code, location, edits = [] } = { code: '' }] = generated.diagnostics;
  expect({ code, location }).toEqual({
    code: 'unknown-key',
    location: { file: 'definitions/shop.mcp.yaml', line: 3, column: 34, length: 6 },
  });
  for (const [argv, exitCode] of [
    [['doctor'], 1],
    [['docs'], 2],
    [['diff', '.'], 2],
    [['upgrade'], 1],
    [['package'], 1],
  ] as const) {
    const report = await run(argv, cwd);
    expect(report, argv[0]).toMatchObject({ exitCode, version: 1, ok: false });
    expect(report.diagnostics.map((each) => [each.code, each.location, each.edits])).toContainEqual([
      code,
      location,
      edits,
    ]);
  }
  await writeFile(file, applySuggestedEdits(readFileSync(file, 'utf8'), edits));
  expect(await run(['generate'], cwd)).toMatchObject({ exitCode: 0, ok: true, diagnostics: [] });
});

test('doctor reports findings with codes', async () => {
  const { exitCode, findings } = await run(['doctor'], await project());
  expect(exitCode).toBe(0);
  expect(findings).toEqual(
    expect.arrayContaining([
      { code: 'node', state: 'fine', text: expect.stringMatching(/^Node \d+/u) },
      { code: 'definitions', state: 'fine', text: 'Definitions: 1 tool (1 with `result`)' },
      { code: 'generated-files', state: 'fine', text: 'Generated files are up to date' },
      { code: 'build', state: 'note', text: 'dist/server.mjs is not built', help: 'Run `npm run build`.' },
    ]),
  );
});

test('docs reports written files, files that are out of date, and files of others', async () => {
  const cwd = await project();
  const files = ['docs/index.html', 'docs/server.md', 'docs/llms.txt'];
  expect(await run(['docs', '--check'], cwd)).toMatchObject({ exitCode: 1, ok: false, written: [], outOfDate: files });
  expect(await run(['docs'], cwd)).toMatchObject({ exitCode: 0, ok: true, written: files, outOfDate: [] });
  expect(await run(['docs'], cwd)).toMatchObject({ exitCode: 0, ok: true, written: [] });
  await writeFile(path.join(cwd, 'docs/server.md'), 'Mine.\n');
  expect(await run(['docs'], cwd)).toMatchObject({ exitCode: 1, ok: false, error: { code: 'foreign-file' } });
});

test('package lists targets and what they need, and reports packages', async () => {
  const cwd = await project();
  const { targets } = await run(['package'], cwd);
  expect(targets).toContainEqual({
    name: 'docker',
    summary: expect.any(String),
    state: expect.stringMatching(/^(?:ready|blocked)$/u),
    problems: expect.any(Array),
  });
  await rm(path.join(cwd, 'generated'), { recursive: true });
  for (const command of ['package', 'build']) {
    expect(await run([command], cwd)).toMatchObject({ exitCode: 1, ok: false, error: { code: 'not-generated' } });
  }
});

test('build reports type errors and bundled files', async () => {
  const cwd = await project({
    'definitions/shop.mcp.yaml': `${definition}  add:\n    description: Adds.\n    outputSchema: { type: object, properties: { n: { type: integer } }, required: [n] }\n`,
    'handlers/tools/add.ts': `import type { Add } from '../../generated/handlers.ts';\n\nexport const add: Add = async () => ({ n: 'one' });\n`,
    'tsconfig.json':
      '{ "compilerOptions": { "module": "nodenext", "target": "es2023", "strict": true, "noEmit": true, "skipLibCheck": true, "allowImportingTsExtensions": true, "types": ["node"] }, "include": ["generated"] }',
  });
  const broken = await run(['build'], cwd);
  expect(broken).toMatchObject({ exitCode: 1, ok: false, files: [] });
  expect(broken.diagnostics).toContainEqual(
    expect.objectContaining({
      code: 'TS2322',
      location: { file: 'handlers/tools/add.ts', line: 3, column: expect.any(Number), length: 1 },
    }),
  );
  const handler = path.join(cwd, 'handlers/tools/add.ts');
  await writeFile(handler, readFileSync(handler, 'utf8').replace("'one'", '1'));
  const built = await run(['build'], cwd);
  expect(built).toMatchObject({ exitCode: 0, ok: true, diagnostics: [], views: [], outside: [], missingPackages: [] });
  expect(built['files']).toContainEqual({ name: 'server.mjs', bytes: expect.any(Number) });
});

test('connect lists clients, prints configurations and plans changes', async () => {
  const cwd = await project();
  const { clients } = await run(['connect'], cwd);
  expect(clients).toContainEqual({ id: 'cursor', title: 'Cursor', state: expect.any(String) });
  const printed = await run(['connect', 'cursor', '--project', '.'], cwd);
  expect(printed).toMatchObject({ exitCode: 0, client: 'cursor', server: 'shop', state: 'printed' });
  expect(JSON.parse(String(printed['configuration']))).toHaveProperty('mcpServers.shop.args');
  const file = path.join(cwd, '.cursor/mcp.json');
  const planned = await run(['connect', 'cursor', '--project', '.', '--write', '--dry-run'], cwd);
  expect(planned).toMatchObject({ file, state: 'planned' });
  const text = applySuggestedEdits('', planned['edits'] as readonly SuggestedEdit[]);
  expect(JSON.parse(text)).toHaveProperty('mcpServers.shop');
  expect(await run(['connect', 'cursor', '--project', '.', '--write'], cwd)).toMatchObject({ file, state: 'written' });
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(await run(['connect', 'cursor', '--project', '.', '--write'], cwd)).toMatchObject({ state: 'unchanged' });
  expect(await run(['connect', 'cursor', '--project', '.', '--remove'], cwd)).toMatchObject({ state: 'removed' });
  const links = await run(['connect', '--link'], cwd);
  expect(links['links']).toContainEqual(expect.objectContaining({ client: 'vscode', direct: expect.any(String) }));
  expect(await run(['connect', 'zed', '--http', 'https://a.example/mcp', '--header', 'A: ${B}'], cwd)).toMatchObject({
    exitCode: 1,
    ok: false,
    error: { code: 'client' },
  });
});

test('upgrade reports its edits, and applies them only with --yes', async () => {
  const former = definition.replace('result: Hello.', 'result: Hello., active: false');
  const cwd = await project({ 'definitions/shop.mcp.yaml': former });
  const planned = await run(['upgrade'], cwd);
  expect(planned).toMatchObject({ exitCode: 1, ok: false, applied: false, manual: [] });
  const upgraded = former.replace('active', 'enabled');
  const edits = planned['edits'] as readonly SuggestedEdit[];
  expect(applySuggestedEdits(former, edits)).toBe(upgraded);
  expect(await run(['upgrade', '--check'], cwd)).toMatchObject({ exitCode: 1, applied: false, edits });
  expect(await run(['upgrade', '--yes'], cwd)).toMatchObject({ exitCode: 0, ok: true, applied: true, edits });
  expect(readFileSync(path.join(cwd, 'definitions/shop.mcp.yaml'), 'utf8')).toBe(upgraded);
  expect(await run(['upgrade'], cwd)).toMatchObject({ exitCode: 0, ok: true, applied: false, edits: [] });
});

test('test reports a project without tests', async () => {
  const report = await run(['test'], makeFolder({ 'package.json': '{}' }));
  expect(report).toMatchObject({ exitCode: 1, ok: false, error: { code: 'no-tests' } });
});

test('results of tests are one document, without suites, with the cause of each failure', async () => {
  async function* events() {
    const place = { file: path.resolve('test/a.test.ts'), line: 3, column: 1 };
    yield { type: 'test:start', data: { name: 'a' } };
    yield { type: 'test:pass', data: { ...place, name: 'a', details: { duration_ms: 1.4 } } };
    yield { type: 'test:pass', data: { ...place, name: 'b', skip: true, details: {} } };
    yield { type: 'test:pass', data: { ...place, name: 'c', todo: 'later', details: {} } };
    const error = new Error('failed', { cause: new Error('1 is not 2') });
    yield { type: 'test:fail', data: { ...place, name: 'd', details: { error } } };
    yield { type: 'test:pass', data: { ...place, name: 'suite', details: { type: 'suite' } } };
    const group = Object.assign(new Error('1 subtest failed'), { failureType: 'subtestsFailed' });
    yield { type: 'test:fail', data: { ...place, name: 'suite', details: { type: 'suite', error: group } } };
    yield { type: 'test:stdout', data: {} };
  }
  let text = '';
  for await (const part of reportTests(events())) text += part;
  const { tests, ...report } = JSON.parse(text) as Report & { readonly tests: readonly { readonly name: string }[] };
  expect(report).toEqual({
    version: 1,
    ok: false,
    diagnostics: [],
    summary: { passed: 1, failed: 1, skipped: 1, todo: 1 },
  });
  expect(tests.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(tests[0]).toEqual({
    name: 'a',
    state: 'passed',
    durationMs: 1,
    location: { file: 'test/a.test.ts', line: 3, column: 1 },
  });
  expect(tests[3]).toMatchObject({ state: 'failed', error: { message: '1 is not 2' } });
});

describe('type errors', () => {
  test('have the code and the place of the compiler', () => {
    const text =
      "handlers/a.ts(2,5): error TS2322: Type 'a' is not assignable to 'b'.\n  Types differ.\nerror TS18003: No inputs.\n" +
      'error: The file views/a.ts does not exist: run `create-mcp-from-schema generate`.\nnote: Words.\n';
    expect(parseTypeErrors(text)).toEqual([
      {
        code: 'TS2322',
        severity: 'error',
        message: "Type 'a' is not assignable to 'b'.\n  Types differ.",
        location: { file: 'handlers/a.ts', line: 2, column: 5, length: 1 },
      },
      { code: 'TS18003', severity: 'error', message: 'No inputs.' },
      {
        code: 'type-check',
        severity: 'error',
        message: 'The file views/a.ts does not exist: run `create-mcp-from-schema generate`.',
      },
      { code: 'type-check', severity: 'warning', message: 'Words.' },
    ]);
  });
});

test('the edits between two texts change one into the other', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', '\n', 'c\r\n', 'd'), { maxLength: 8 })
    .map((lines) => lines.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applySuggestedEdits(before, listEdits('a.txt', before, after))).toBe(after);
    }),
  );
});

test('a report is JSON also for hostile texts', async () => {
  const cwd = await project();
  await writeFile(path.join(cwd, 'definitions/shop.mcp.yaml'), '"\\e[31m##vso[x]": 1\n');
  const { out } = await runInMemory(['generate', '--json'], { cwd });
  expect(out).not.toContain('\u001b');
  expect(out).not.toContain('##vso[');
  expect((JSON.parse(out) as Report).diagnostics.length).toBeGreaterThan(0);
});
