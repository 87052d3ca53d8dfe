import { expect, test, vi } from 'vitest';
import { runInMemory } from './run-in-memory.js';

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const { exitCode, out, error } = await runInMemory(['--get-yargs-completions', 'create-mcp-from-schema', ...words]);
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
  return out.trim().split('\n');
}

test.each([
  ['bash', 'complete -o bashdefault -o default -F _create-mcp-from-schema_yargs_completions create-mcp-from-schema'],
  ['zsh', 'compdef _create-mcp-from-schema_yargs_completions create-mcp-from-schema'],
  ['fish', "complete -f -c create-mcp-from-schema -a '(create-mcp-from-schema --get-yargs-completions"],
])('completion %s prints a script for that shell', async (shell, line) => {
  vi.stubEnv('SHELL', '/bin/sh');
  const { exitCode, out } = await runInMemory(['completion', shell]);
  vi.unstubAllEnvs();
  expect(exitCode).toBe(0);
  expect(out).toContain(line);
  expect(out).toContain('create-mcp-from-schema --get-yargs-completions');
});

test('completion refuses a shell that it has no script for', async () => {
  const { exitCode, error } = await runInMemory(['completion', 'tcsh']);
  expect(exitCode).toBe(2);
  expect(error).toContain('Choices: "bash", "zsh", "fish"');
});

test('commands are completed, and the default one, which has no name, is not among them', async () => {
  const commands = await complete('');
  expect(commands).toEqual(expect.arrayContaining(['generate', 'doctor', 'completion']));
  expect(commands.join()).not.toContain('$0');
});

test('options are completed by command', async () => {
  expect(await complete('generate', '--')).toEqual(expect.arrayContaining(['--check', '--strict', '--stub']));
  expect(await complete('generate', '--')).not.toContain('--from');
});
