import { expect, test } from 'vitest';
import { runInMemory } from './run-in-memory.js';

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const { exitCode, out, error } = await runInMemory(['--get-yargs-completions', 'create-mcp-from-schema', ...words]);
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
  return out.trim().split('\n');
}

test('completion prints a script for shells', async () => {
  const { exitCode, out } = await runInMemory(['completion']);
  expect(exitCode).toBe(0);
  expect(out).toContain('create-mcp-from-schema --get-yargs-completions');
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
