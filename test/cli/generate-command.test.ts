import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import type { GenerateOptions, GenerateReport } from '../../generator/generate.js';
import type { WriteReport } from '../../generator/pipeline/write/file-plan.js';
import { runInMemory as run, type CliOutcome } from './run-in-memory.js';

const generate = vi.hoisted(() => vi.fn<(options: GenerateOptions) => Promise<GenerateReport>>());
vi.mock('../../generator/tools/runs/run-generator.js', () => ({ runGenerator: generate }));

function reportOf(write: Partial<WriteReport> = {}, more: Partial<GenerateReport> = {}): GenerateReport {
  return {
    ok: true,
    diagnostics: [],
    sources: new Map(),
    summary: { tools: 2, prompts: 1, resources: 0, resourceTemplates: 1 },
    write: {
      written: [],
      removed: [],
      unchanged: 0,
      created: [],
      unimplemented: [],
      orphans: [],
      diagnostics: [],
      ...write,
    },
    ...more,
  };
}

const cwd = makeFolder({ file: '' });
mkdirSync(join(cwd, 'servers/a'), { recursive: true });

function runInMemory(argv: readonly string[]): Promise<CliOutcome> {
  return run(argv, { cwd });
}

beforeEach(() => {
  generate.mockReset();
  generate.mockResolvedValue(reportOf());
});

describe('options', () => {
  test('have defaults', async () => {
    expect((await runInMemory(['generate'])).exitCode).toBe(0);
    expect(generate.mock.calls).toEqual([
      [
        {
          root: cwd,
          definitions: 'definitions',
          handlers: 'handlers',
          out: 'generated',
          check: false,
          force: false,
          strict: false,
          lookup: {},
        },
      ],
    ]);
  });

  test('are passed on, folders relative to the root', async () => {
    await runInMemory(
      `generate --root servers/a --definitions ./defs/ --handlers src/handlers --generated src/../src/gen
        --check --force --strict`.split(/\s+/u),
    );
    expect(generate.mock.calls[0]?.[0]).toEqual({
      root: join(cwd, 'servers', 'a'),
      definitions: 'defs',
      handlers: 'src/handlers',
      out: 'src/gen',
      check: true,
      force: true,
      strict: true,
      lookup: {},
    });
  });

  test('the last one counts when one is given twice', async () => {
    await runInMemory(['generate', '--generated', 'a', '--generated', 'b']);
    expect(generate.mock.calls[0]?.[0].out).toBe('b');
  });

  test('that may be repeated are passed on as lists', async () => {
    await runInMemory(
      'generate --allow-host a.com --allow-host=localhost:8443 --allow-folder ../specs --allow-folder /srv/apis'.split(
        ' ',
      ),
    );
    expect(generate.mock.calls[0]?.[0]).toMatchObject({
      allowRemote: ['a.com', 'localhost:8443'],
      allowOutside: [resolve(cwd, '../specs'), resolve('/srv/apis')],
    });
  });

  test.each([
    [['--allow-host', 'https://a.com'], '--allow-host must be a host such as example.com or localhost:8443'],
    [['--allow-host', 'a.com/specs'], 'not "a.com/specs".'],
    [['--allow-host', '*.a.com'], '--allow-host must be a host'],
    [['--allow-host'], '--allow-host requires a value.'],
    [['--generated', '..'], '--generated must be a folder inside the project: ..'],
    [['--handlers', '../elsewhere'], '--handlers must be a folder inside the project: ../elsewhere'],
    [['--definitions', '/etc'], '--definitions must be a folder inside the project: /etc'],
    [['--generated', 'handlers'], '--definitions, --handlers and --generated must be different folders.'],
    [['--chekc'], 'Unknown argument: chekc.\nDid you mean `--check`?'],
    [['--stric', '--forse'], 'Did you mean `--strict`?\nDid you mean `--force`?'],
    [['--generated'], '--generated requires a value.'],
    [['extra'], 'Unknown argument: extra.'],
    [['--no-check'], 'Unknown argument: no-check.'],
    [['--yse'], 'Unknown argument: yse.\n\nSee'],
    [['--root', 'missing'], '--root must be an existing folder: missing\n'],
    [['--root', resolve('/nonexistent')], `--root must be an existing folder: ${resolve('/nonexistent')}\n`],
    [['--root', 'file'], '--root must be an existing folder: file\n'],
    [['--check=yes'], '--check must be true or false, not "yes".'],
    [['--check='], '--check must be true or false, not "".'],
    [['--check=TRUE'], '--check must be true or false, not "TRUE".'],
    [['--help=no'], '--help must be true or false, not "no".'],
    [['-h=no'], '-h must be true or false, not "no".'],
    [['--check', 'yes'], 'Unknown argument: yes.'],
    [['--', '--check=yes'], '--check must be true or false, not "yes".'],
    [['--', 'extra'], 'Unknown argument: extra.'],
  ])('%j is wrong usage', async (argv, message) => {
    const { exitCode, error, out } = await runInMemory(['generate', ...argv]);
    expect(exitCode).toBe(2);
    expect(error).toContain(message);
    expect(error).toContain('See create-mcp-from-schema --help.');
    expect(out).toBe('');
    expect(generate).not.toHaveBeenCalled();
  });
});

test.each([
  [['--check=true'], true],
  [['--check', 'true'], true],
  [['--check=false'], false],
  [['--check', 'false'], false],
])('%j is a flag with a value', async (argv, check) => {
  expect((await runInMemory(['generate', ...argv])).exitCode).toBe(0);
  expect(generate.mock.calls[0]?.[0].check).toBe(check);
});

test('what looks like a flag with a value is text elsewhere', async () => {
  expect((await runInMemory(['generate', '--generated=--check=yes'])).exitCode).toBe(0);
  expect(generate.mock.calls[0]?.[0]).toMatchObject({ out: '--check=yes', check: false });
});

describe('the summary', () => {
  test('cuts long lists', async () => {
    const files = (folder: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => `handlers/${folder}/${index}.ts`);
    generate.mockResolvedValue(
      reportOf({
        written: files('written', 1000),
        created: files('created', 21),
        unimplemented: files('tools', 1000),
        orphans: files('old', 20),
      }),
    );
    const blocks = (await runInMemory(['generate'])).out.split('\n\n').map((block) => block.trimEnd().split('\n'));
    expect(blocks.map((block) => block.length)).toEqual([1, 22, 22, 21]);
    expect(blocks.map((block) => block.at(-1))).toEqual([
      'Generated 2 tools, 1 prompt, 1 resource template: 1000 files written.',
      '  … and 1 more',
      '  … and 980 more',
      '  handlers/old/19.ts',
    ]);
    expect(blocks[2]?.at(-2)).toBe('  handlers/tools/19.ts');
  });

  test('says what was generated and what is left to do', async () => {
    generate.mockResolvedValue(
      reportOf({
        written: ['generated/server.ts', 'generated/manifest.json'],
        removed: ['generated/validators/9.js'],
        unchanged: 7,
        created: ['handlers/server.ts', 'handlers/tools/b.ts'],
        unimplemented: ['handlers/tools/a.ts', 'handlers/tools/b.ts'],
        orphans: ['handlers/tools/old.ts'],
      }),
    );
    const { exitCode, out, error } = await runInMemory(['generate']);
    expect(exitCode).toBe(0);
    expect(error).toBe('');
    expect(out).toBe(`Generated 2 tools, 1 prompt, 1 resource template: 2 files written, 1 removed, 7 unchanged.

Created:
  handlers/server.ts

To implement:
  handlers/tools/a.ts
  handlers/tools/b.ts (new)

No longer defined; delete what you do not need:
  handlers/tools/old.ts
`);
  });

  test('counts tools without handlers by the key that declares them', async () => {
    const summary = { tools: 3, declared: { http: 2, result: 1 }, prompts: 0, resources: 0, resourceTemplates: 0 };
    generate.mockResolvedValue(reportOf({ written: ['generated/a.ts'] }, { summary }));
    const { out } = await runInMemory(['generate']);
    expect(out).toBe('Generated 3 tools (2 with `http`, 1 with `result`): 1 file written.\n');
  });

  test('of a check says that all is up to date', async () => {
    const { exitCode, out } = await runInMemory(['generate', '--check']);
    expect(exitCode).toBe(0);
    expect(out).toBe('Up to date: 2 tools, 1 prompt, 1 resource template.\n');
  });

  test('warnings go to stderr and do not fail', async () => {
    const warning = { code: 'missing-parameter-description', severity: 'warning', message: 'No description.' } as const;
    generate.mockResolvedValue(reportOf({}, { diagnostics: [warning] }));
    const { exitCode, error } = await runInMemory(['generate']);
    expect(exitCode).toBe(0);
    expect(error).toContain('warning missing-parameter-description: No description.');
  });
});

test.each([[['--help']], [['generate', '--help']], [['-h']]])('%j teaches', async (argv) => {
  const { exitCode, out, error } = await runInMemory(argv);
  expect(exitCode).toBe(0);
  expect(error).toBe('');
  expect(out).toContain('create-mcp-from-schema generate');
  expect(out).toContain('--help');
  expect(generate).not.toHaveBeenCalled();
});

test('--help of the program shows examples and the loop', async () => {
  const { out } = await runInMemory(['--help']);
  expect(out).toContain('create-mcp-from-schema [directory]');
  expect(out).toContain('generate --check');
  expect(out).toContain('3. Generate: create-mcp-from-schema generate');
});

test('--version says the version', async () => {
  expect((await runInMemory(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/u);
});

test('a command without an argument that it needs names the argument', async () => {
  const { exitCode, error } = await runInMemory(['diff']);
  expect(exitCode).toBe(2);
  expect(error).toContain('Missing argument: create-mcp-from-schema diff <old> [new]\n');
});
