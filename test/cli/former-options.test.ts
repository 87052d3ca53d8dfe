import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from './run-in-memory.js';

const definition = 'server: { name: s, version: 1.0.0 }\ntools: { bake: { description: Bakes. } }\n';
const makeProject = () => makeFolder({ 'definitions/s.mcp.yaml': definition, 'specs/a.yaml': 'a: 1\n' });

/** A command with a former option, the same with the present one, and the names of both. */
const rows: readonly (readonly [former: string, present: string, names: readonly [string, string]])[] = [
  ['generate --allow-outside specs', 'generate --allow-folder specs', ['allow-outside', 'allow-folder']],
  ['generate --allow-outside=specs', 'generate --allow-folder=specs', ['allow-outside', 'allow-folder']],
  ['generate --allow-remote a.com', 'generate --allow-host a.com', ['allow-remote', 'allow-host']],
  ['generate --artifacts mcp', 'generate --botserver-artifacts mcp', ['artifacts', 'botserver-artifacts']],
  ['docs --to pages', 'docs --out pages', ['to', 'out']],
  ['package --to parts', 'package --out parts', ['to', 'out']],
  ['shop --sample dice', 'shop --template dice', ['sample', 'template']],
  ['connect --inspect --link', 'connect --inspector --link', ['inspect', 'inspector']],
  ['inspect --allow-outside specs', 'inspect --allow-folder specs', ['allow-outside', 'allow-folder']],
];

describe('a former option', () => {
  test.each(rows)('`%s` works as `%s`, with one warning', async (former, present, [old, recent]) => {
    const [before, after] = await Promise.all(
      [former, present].map(async (command) => runInMemory(command.split(' '), { cwd: await generated(command) })),
    );
    const warning = `warning: --${old} is deprecated: use --${recent}.\n`;
    expect(before?.error).toBe(warning + (after?.error ?? ''));
    expect({ ...before, error: '' }).toEqual({ ...after, error: '' });
  });

  test('that is given twice has one warning', async () => {
    const { error } = await runInMemory(['generate', '--allow-outside', 'a', '--allow-outside', 'b'], {
      cwd: makeProject(),
    });
    expect(error.match(/deprecated/gu)).toHaveLength(1);
  });

  test('is an unknown argument where the present one is', async () => {
    expect((await runInMemory(['doctor', '--to', 'x'], { cwd: makeProject() })).error).toContain(
      'Unknown argument: to.',
    );
  });

  test.each(rows)('`%s` is neither in the help nor completed', async (former, _present, [old, recent]) => {
    const [name = ''] = former.split(' ');
    const command = name === 'shop' ? [] : [name];
    const { out } = await runInMemory([...command, '--help']);
    expect(out).toContain(`--${recent}`);
    expect(out).not.toMatch(new RegExp(`--${old}\\b(?!or)`, 'u'));
  });
});

describe('--out for the folder of generated files', () => {
  test.each(['generate', 'build', 'dev', 'doctor', 'inspect', 'connect'])('is an error for %s', async (command) => {
    const cwd = makeProject();
    for (const given of [['--out', 'gen'], ['--out=gen']]) {
      const { exitCode, out, error } = await runInMemory([command, ...given], { cwd });
      expect({ exitCode, out, error }).toEqual({
        exitCode: 2,
        out: '',
        error:
          '--out is now the output folder of `docs` and `package`. Use --generated for the folder of generated files.\n\n' +
          'See create-mcp-from-schema --help.\n',
      });
    }
    expect(existsSync(path.join(cwd, 'gen'))).toBe(false);
  });

  test.each(['docs', 'package'])('is an error for %s where the folder has generated files', async (command) => {
    const cwd = makeProject();
    await runInMemory(['generate', '--generated', 'gen'], { cwd });
    const { exitCode, error } = await runInMemory([command, '--out', 'gen'], { cwd });
    expect(exitCode).toBe(2);
    expect(error).toContain('--out is now the folder that this command writes to. Use --generated for the folder');
  });
});

test('`inspect --ui` says the command that it is now', async () => {
  const { error } = await runInMemory(['inspect', '--ui', '   ']);
  expect(error).toContain('warning: inspect --ui is deprecated: use the ui command.\n');
  expect(error).toContain('ui requires the URL of a server, or the command that starts it.');
  expect((await runInMemory(['inspect', '--help'])).out).not.toContain('--ui');
});

/** A project, which is generated where the command needs that. */
async function generated(command: string): Promise<string> {
  const cwd = makeProject();
  if (/^(?:package|connect)/u.test(command)) await runInMemory(['generate'], { cwd });
  return cwd;
}
