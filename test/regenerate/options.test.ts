import { Ajv } from 'ajv';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { choosesColor } from '../../generator/cli/cli-io.js';
import { formatAnnotations } from '../../generator/cli/report-formats.js';
import { showProgress } from '../../generator/cli/generate-command.js';
import { formatUnifiedDiff } from '../../generator/cli/report-formats.js';
import { catalogue, countBooks, findBooks, handlers, shop } from './shop.js';
import { edit, generateIn, readGenerated, readOwn } from './story.js';

const definition = 'definitions/shop.mcp.yaml';
const tool = 'handlers/tools/find-books.ts';

let folder: string;
beforeEach(async () => {
  folder = makeFolder();
  await edit(folder, { [definition]: shop({ resources: catalogue() }), [tool]: handlers.findBooks });
  expect(await generateIn(folder)).toMatchObject({ exitCode: 0 });
  await edit(folder, { [definition]: shop({ tools: findBooks('string') + countBooks }) });
});

async function readAll() {
  return { ...(await readOwn(folder)), ...(await readGenerated(folder)) };
}

describe('--check', () => {
  test('fails with a diff of what is stale, and writes nothing', async () => {
    const before = await readAll();
    const { exitCode, out, error } = await generateIn(folder, ['--check']);
    expect(exitCode, error).toBe(1);
    expect(error).toMatch(/^error out-of-date: These files are out of date: generated\//u);
    expect(out).toContain('--- a/generated/types.ts\n+++ b/generated/types.ts\n@@ ');
    expect(out).toContain('\n-  limit: number;\n+  limit: string;\n');
    expect(out).toContain('--- /dev/null\n+++ b/handlers/tools/count-books.ts\n@@ -0,0 +1,');
    expect(out).not.toContain('manifest.json');
    expect(await readAll()).toEqual(before);
  });
});

describe('--dry-run', () => {
  test('says what would change, succeeds and writes nothing', async () => {
    const before = await readAll();
    const outcome = await generateIn(folder, ['--dry-run']);
    expect(outcome).toMatchObject({ exitCode: 0, error: '' });
    expect(outcome.out).toMatch(/^\d+ of \d+ files would change: 2 tools\.\n\nTo be written:\n {2}generated\//u);
    expect(outcome.out).toContain(
      '\nTo be created (stubs for you to implement; never overwritten):\n  handlers/tools/count-books.ts\n' +
        '\nNo longer defined; delete what you do not need:\n  handlers/resources/catalogue.ts\n',
    );
    expect(await readAll()).toEqual(before);
  });

  test('does what it said', async () => {
    const { changes } = JSON.parse((await generateIn(folder, ['--dry-run', '--json'])).out) as Document;
    expect(JSON.parse((await generateIn(folder, ['--json'])).out)).toMatchObject({ changes });
  });

  test('fails where the run would be refused, and says what --force would do', async () => {
    await edit(folder, { 'generated/types.ts': '// mine\n' });
    const refused = await generateIn(folder, ['--dry-run']);
    expect(refused).toMatchObject({ exitCode: 1, out: '' });
    expect(refused.error).toMatch(/^error hand-edited: /u);
    expect(await generateIn(folder, ['--dry-run', '--force'])).toMatchObject({ exitCode: 0, error: '' });
  });

  test('says so when nothing would change', async () => {
    await generateIn(folder);
    expect((await generateIn(folder, ['--dry-run'])).out).toMatch(/^Nothing would change: 2 tools\.\n/u);
  });
});

interface Document {
  readonly changes: object;
}

const list = { type: 'array', items: { type: 'string' } };
const closed = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const place = closed({
  file: { type: 'string' },
  line: { type: 'integer', minimum: 1 },
  column: { type: 'integer', minimum: 1 },
  length: { type: 'integer', minimum: 1 },
});
const spot = closed({ line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } });
const documentSchema = closed(
  {
    version: { const: 1 },
    ok: { type: 'boolean' },
    applied: { type: 'boolean' },
    diagnostics: {
      type: 'array',
      items: closed(
        {
          code: { type: 'string', pattern: '^[a-z-]+$' },
          severity: { enum: ['error', 'warning'] },
          message: { type: 'string' },
          location: place,
          help: { type: 'string' },
          suggestion: { type: 'string' },
          edits: {
            type: 'array',
            items: closed({
              file: { type: 'string' },
              range: closed({ start: spot, end: spot }),
              newText: { type: 'string' },
            }),
          },
          related: { type: 'array', items: closed({ message: { type: 'string' }, location: place }) },
        },
        ['code', 'severity', 'message'],
      ),
    },
    summary: {
      type: 'object',
      required: ['tools', 'prompts', 'resources', 'resourceTemplates'],
      additionalProperties: { type: 'integer' },
    },
    changes: closed({ written: list, removed: list, created: list }),
    unchanged: { type: 'integer' },
    unimplemented: list,
    orphans: list,
    upgradedFrom: { type: 'string' },
  },
  ['version', 'ok', 'applied', 'diagnostics', 'summary', 'changes', 'unchanged', 'unimplemented', 'orphans'],
);
const validate = new Ajv().compile(documentSchema);

describe('--json', () => {
  async function runJson(more: readonly string[] = []) {
    const { exitCode, out, error } = await generateIn(folder, ['--json', ...more]);
    expect(error).toBe('');
    const document: unknown = JSON.parse(out);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    return { exitCode, document };
  }

  test('is one document about what was done', async () => {
    expect(await runJson()).toMatchObject({
      exitCode: 0,
      document: {
        ok: true,
        applied: true,
        diagnostics: [],
        summary: { tools: 2, resources: 0 },
        changes: {
          created: ['handlers/tools/count-books.ts'],
          written: expect.arrayContaining(['generated/descriptors.ts']) as readonly string[],
        },
        unimplemented: ['handlers/tools/count-books.ts'],
        orphans: ['handlers/resources/catalogue.ts'],
      },
    });
  });

  test('is one about what is stale', async () => {
    expect(await runJson(['--check'])).toMatchObject({
      exitCode: 1,
      document: {
        ok: false,
        applied: false,
        diagnostics: expect.arrayContaining([
          expect.objectContaining({ code: 'out-of-date' }),
          expect.objectContaining({ code: 'contract-changed' }),
        ]) as readonly object[],
        changes: { written: expect.arrayContaining(['generated/descriptors.ts']) as readonly string[] },
      },
    });
  });

  test('is one about errors, with their places', async () => {
    await edit(folder, { [definition]: (text) => text.replace('type: string', 'type: strin') });
    expect(await runJson()).toMatchObject({
      exitCode: 1,
      document: {
        ok: false,
        applied: false,
        diagnostics: [{ code: 'invalid-schema', location: { file: definition, line: 8 } }],
      },
    });
  });

  test('is what --format json gives', async () => {
    expect((await generateIn(folder, ['--format', 'json', '--check'])).out).toBe(
      (await generateIn(folder, ['--json', '--check'])).out,
    );
  });
});

describe('--format github', () => {
  test('annotates the line of the definition, as seen from the folder of the repository', async () => {
    await edit(folder, { [`servers/shop/${definition}`]: shop({ tools: findBooks('strin') }) });
    const { exitCode, out, error } = await generateIn(folder, ['--format', 'github', '--root', 'servers/shop']);
    expect({ exitCode, error }).toEqual({ exitCode: 1, error: '' });
    expect(out).toMatch(
      /^::error file=servers\/shop\/definitions\/shop\.mcp\.yaml,line=9,col=24,endColumn=29,title=invalid-schema::[^\n]+\n$/u,
    );
  });

  test('escapes what would end a command or a property', () => {
    const location = { file: 'a,b:c%.yaml', line: 1, column: 2, length: 3 };
    const diagnostic = { code: 'syntax', severity: 'warning', message: '50% of\r\n::error::all', location } as const;
    expect(formatAnnotations([diagnostic])).toBe(
      '::warning file=a%2Cb%3Ac%25.yaml,line=1,col=2,endColumn=5,title=syntax::50%25 of··::error::all\n',
    );
  });
});

test.each([
  [['--check', '--dry-run'], '--check and --dry-run are mutually exclusive.'],
  [['--check', '--watch'], '--check and --watch are mutually exclusive.'],
  [['--dry-run', '--watch'], '--dry-run and --watch are mutually exclusive.'],
  [['--watch', '--json'], '--watch cannot be combined with --json or --format.'],
  [['--json', '--format', 'github'], '--json and --format github are mutually exclusive.'],
])('%j make no sense together', async (argv, message) => {
  const { exitCode, error } = await generateIn(folder, argv);
  expect({ exitCode, first: error.split('\n')[0] }).toEqual({ exitCode: 2, first: message });
});

describe('a diff', () => {
  test('has hunks with three lines around them', () => {
    const numbers = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`);
    const change = { path: 'a', before: numbers.join('\n'), after: numbers.with(4, 'fifth').join('\r\n') };
    expect(formatUnifiedDiff([change], 100).join('\n')).toBe(
      `--- a/a
+++ b/a
@@ -2,7 +2,7 @@
 line 2
 line 3
 line 4
-line 5
+fifth
 line 6
 line 7
 line 8`,
    );
  });

  test('is cut short, and shows control characters as dots', () => {
    const change = { path: 'a', after: `\u001b[31m${'x'.repeat(500)}\n`.repeat(50) };
    const lines = formatUnifiedDiff([change], 5);
    expect(lines).toHaveLength(6);
    expect(lines[3]).toMatch(/^\+·\[31mx+…$/u);
    expect(lines[3]?.length).toBe(161);
    expect(lines[5]).toBe('… and 48 more lines');
  });
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('on a terminal: %s, with %j: colors are %s', (isTTY, environment, expected) => {
  expect(choosesColor({ isTTY }, environment)).toBe(expected);
});

describe('progress', () => {
  async function watch(milliseconds: number): Promise<readonly string[]> {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const work = new Promise((resolve) => void setTimeout(resolve, milliseconds));
    const io = { writeProgress: (line: string) => void lines.push(line) };
    const shown = showProgress(io, 'Generating', work);
    await vi.advanceTimersByTimeAsync(milliseconds);
    await shown;
    return lines;
  }

  test('is not shown for work of less than a second', async () => {
    expect(await watch(900)).toEqual([]);
  });

  test('is shown for longer work, and gone at its end', async () => {
    expect(await watch(2500)).toEqual(['Generating … 1 s', 'Generating … 2 s', '']);
  });
});
