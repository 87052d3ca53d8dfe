import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import type { ScaffoldOptions, ScaffoldReport } from '../../generator/tools/scaffold/scaffold.js';
import { runInMemory } from './run-in-memory.js';

const scaffold = vi.hoisted(() => vi.fn<(options: ScaffoldOptions) => Promise<ScaffoldReport>>());
vi.mock('../../generator/tools/scaffold/scaffold.js', () => ({ scaffold }));

const cwd = makeFolder();

beforeEach(() => {
  scaffold.mockReset();
  scaffold.mockResolvedValue({
    kind: 'created',
    files: ['README.md'],
    generated: {
      ok: true,
      diagnostics: [],
      sources: new Map(),
      summary: { tools: 1, prompts: 1, resources: 1, resourceTemplates: 0 },
    },
  });
});

describe('without a terminal', () => {
  test('a folder is enough', async () => {
    const { exitCode, questions, out } = await runInMemory(['My Shop'], { cwd });
    expect(exitCode).toBe(0);
    expect(questions).toEqual([]);
    expect(scaffold.mock.calls).toHaveLength(1);
    expect(scaffold.mock.calls[0]?.[0]).toMatchObject({
      directory: join(cwd, 'My Shop'),
      name: 'my-shop',
      title: 'My shop',
      description: 'The MCP server my-shop.',
      source: { isSample: true },
    });
    expect(out).toContain('Created my-shop in My Shop');
    expect(out).toContain('cd "My Shop"');
    expect(out).toContain('npm install');
  });

  test('no folder is an error that says what to give', async () => {
    const { exitCode, error } = await runInMemory([], { cwd });
    expect(exitCode).toBe(2);
    expect(error).toContain('Name one (create-mcp-from-schema my-server), or use --yes');
    expect(scaffold).not.toHaveBeenCalled();
  });

  test('a folder of which no name can be made is an error', async () => {
    const { exitCode, error } = await runInMemory(['日本'], { cwd });
    expect(exitCode).toBe(2);
    expect(error).toContain('Set one with --name');
  });
});

describe('with a terminal', () => {
  test('what is missing is asked for, the defaults follow from what is known', async () => {
    const { exitCode, questions } = await runInMemory(['--title', 'Shop'], { cwd, answers: ['', 'shop', '', ''] });
    expect(exitCode).toBe(0);
    expect(questions).toEqual([
      'Start from (sample)',
      'Folder (my-mcp-server)',
      'Name (shop)',
      'Description (The MCP server shop.)',
      'Install the dependencies with npm? (yes)',
    ]);
    expect(scaffold.mock.calls[0]?.[0]).toMatchObject({
      directory: join(cwd, 'shop'),
      name: 'shop',
      title: 'Shop',
      description: 'The MCP server shop.',
    });
  });

  test.each([
    ['yes', ['npm install'], false],
    ['no', [], true],
  ])('installing is offered: %s', async (answer, ran, isAdvised) => {
    const { programs, out } = await runInMemory(['shop', '--title', 'S', '--description', 'D'], {
      cwd,
      answers: ['', '', answer],
    });
    expect(programs).toEqual(ran);
    expect(out.includes('  npm install\n')).toBe(isAdvised);
  });

  test('the package manager that started the command is the one that is advised', async () => {
    vi.stubEnv('npm_config_user_agent', 'pnpm/12.21.0 npm/? node/v24.0.0 linux x64');
    const { out } = await runInMemory(['shop', '--yes'], { cwd, answers: [] });
    vi.unstubAllEnvs();
    expect(out).toContain('  pnpm install\n  pnpm run build     type-checks');
    expect(out).toContain('  pnpm run start     serves');
    expect(scaffold.mock.calls[0]?.[0]).toMatchObject({ manager: 'pnpm' });
  });

  test('an impossible name is asked for again', async () => {
    const { questions, error } = await runInMemory(['x'], { cwd, answers: ['', 'Böse', ' good ', 'T', 'D'] });
    expect(questions).toHaveLength(6);
    expect(error).toContain('A name consists of');
    expect(scaffold.mock.calls[0]?.[0]).toMatchObject({ name: 'good', title: 'T', description: 'D' });
  });

  test('leaving at a question creates nothing', async () => {
    const { exitCode } = await runInMemory([], { cwd, answers: ['', 'x', undefined] });
    expect(exitCode).toBe(130);
    expect(scaffold).not.toHaveBeenCalled();
  });

  test.each([['--yes'], ['-y']])('%s asks nothing', async (yes) => {
    const { exitCode, questions } = await runInMemory([yes], { cwd, answers: [] });
    expect(exitCode).toBe(0);
    expect(questions).toEqual([]);
    expect(scaffold.mock.calls[0]?.[0]).toMatchObject({ directory: join(cwd, 'my-mcp-server'), name: 'my-mcp-server' });
  });

  test('--yes takes the name for the folder', async () => {
    await runInMemory(['--yes', '--name', 'shop'], { cwd, answers: [] });
    expect(scaffold.mock.calls[0]?.[0]).toMatchObject({ directory: join(cwd, 'shop'), name: 'shop' });
  });
});

test.each(['generat', 'Generate', 'genreate'])('%s is taken for a mistyped command', async (word) => {
  const { exitCode, error } = await runInMemory([word, '--yes'], { cwd });
  expect(exitCode).toBe(2);
  expect(error).toContain(`Unknown command: ${word}.\nDid you mean \`generate\`?`);
  expect(scaffold).not.toHaveBeenCalled();
  expect((await runInMemory([`./${word}`, '--yes'], { cwd })).exitCode).toBe(0);
});

test('a mistyped name of any command makes no project', async () => {
  const { out } = await runInMemory(['--help'], { cwd });
  const commands = out.slice(out.indexOf('Commands:'), out.indexOf('Positionals:'));
  const names = [...commands.matchAll(/^ {2}create-mcp-from-schema ([a-z]+)/gmu)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['docs', 'package']));
  for (const name of names) {
    const word = `${name.slice(0, -2)}${name.slice(-1)}`;
    expect(await runInMemory([word, '--yes'], { cwd })).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining(`Did you mean \`${name}\`?`),
    });
  }
  expect(scaffold).not.toHaveBeenCalled();
});

test.each([
  [['--yes', '--from', ''], '--from is empty.'],
  [['--yes', '--from-server', ' '], '--from-server is empty.'],
  [['--yes', '--from'], '--from requires a value.'],
  [['--yes', '--force'], 'Unknown argument: force.\n\nSee'],
  [['--yes', '--titel', 'x'], 'Did you mean `--title`?'],
  [['--yes=1'], '--yes must be true or false, not "1".'],
  [['-y=no'], '-y must be true or false, not "no".'],
])('%j is wrong usage', async (argv, message) => {
  const { exitCode, error, out } = await runInMemory(argv, { cwd });
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(error).toContain(message);
  expect(scaffold).not.toHaveBeenCalled();
});

test('what a package manager passes on after -- counts', async () => {
  expect((await runInMemory(['shop', '--', '--title', 'T', '--yes'], { cwd, answers: [] })).exitCode).toBe(0);
  expect(scaffold.mock.calls[0]?.[0]).toMatchObject({ directory: join(cwd, 'shop'), title: 'T' });
});

test.each(['Upper', 'a b', '../up', '', 'con', 'nul.txt', 'esbuild', '-x', 'x'.repeat(65), 'a"b', 'ä'])(
  'the name %j is refused',
  async (name) => {
    const { exitCode } = await runInMemory(['x', `--name=${name}`], { cwd });
    expect(exitCode).toBe(2);
    expect(scaffold).not.toHaveBeenCalled();
  },
);

describe('--template', () => {
  test('library has definitions, code and scripts of its own', async () => {
    const { exitCode, out } = await runInMemory(['shop', '--template', 'library'], { cwd });
    expect(exitCode).toBe(0);
    expect(scaffold.mock.calls[0]?.[0]).toMatchObject({ directory: join(cwd, 'shop'), title: 'The Library' });
    const source = scaffold.mock.calls[0]?.[0].source;
    expect(source?.extras?.packages).toEqual(['jose', 'oidc-provider']);
    expect(out).toContain('  npm run local      serves over HTTP, with an authorization server\n');
  });

  test('library can be chosen on a terminal', async () => {
    await runInMemory([], { cwd, answers: ['library', '', '', '', '', ''] });
    expect(scaffold.mock.calls[0]?.[0]).toMatchObject({ directory: join(cwd, 'library'), name: 'library' });
  });

  test('dice is the sample that is taken without the option', async () => {
    await runInMemory(['shop', '--template', 'dice'], { cwd });
    expect(scaffold.mock.calls[0]?.[0].source?.isSample).toBe(true);
  });

  test.each([
    [['--template', 'none'], 'dice'],
    [['--template', 'library', '--from', 'x.json'], '--template and --from are mutually exclusive.'],
    [['--template', 'dice', '--from-server', 'x'], '--template and --from-server are mutually exclusive.'],
  ])('%j is wrong usage', async (argv, message) => {
    const { exitCode, error } = await runInMemory(['shop', ...argv], { cwd });
    expect(exitCode).toBe(2);
    expect(error).toContain(message);
    expect(scaffold).not.toHaveBeenCalled();
  });
});

test('numbers stay the text that was typed', async () => {
  await runInMemory(['007', '--title', '1.0', '--description', '0x10'], { cwd });
  expect(scaffold.mock.calls[0]?.[0]).toMatchObject({
    directory: join(cwd, '007'),
    name: '007',
    title: '1.0',
    description: '0x10',
  });
});

test('a refusal is an error', async () => {
  scaffold.mockResolvedValue({ kind: 'refused', reason: 'x is not empty.' });
  expect(await runInMemory(['x'], { cwd })).toMatchObject({ exitCode: 1, out: '', error: 'error: x is not empty.\n' });
});

test('after errors of the definitions, the next step is to correct them and to generate', async () => {
  const summary = { tools: 0, prompts: 0, resources: 0, resourceTemplates: 0 };
  scaffold.mockResolvedValue({
    kind: 'created',
    files: ['README.md'],
    generated: { ok: false, diagnostics: [], sources: new Map(), summary },
  });
  const { exitCode, out } = await runInMemory(['shop', '--yes'], { cwd });
  expect(exitCode).toBe(1);
  expect(out).toContain(
    'Created shop in shop\n\nFiles:\n  README.md\n\nNothing was generated: the definitions have errors.\n\nNext:\n',
  );
  expect(out).toContain('  npm run generate   after you have fixed the definitions\n  npm run build ');
});
