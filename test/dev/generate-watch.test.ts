import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { greeter } from './dev-session.js';

const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');
const definition = 'definitions/greeter.mcp.yaml';

let project: Project;
let stop: () => void = () => {};
afterEach(() => stop());

test('generate --watch generates after each change, tells what changed, and survives errors', async () => {
  project = await createProject(greeter);
  const child = spawn(process.execPath, [cli, 'generate', '--watch'], { cwd: project.folder });
  stop = () => child.kill('SIGKILL');
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()));
  const exited = new Promise((resolve) => child.on('close', resolve));
  const file = path.join(project.folder, definition);
  const edit = async (change: (text: string) => string): Promise<void> =>
    writeFile(file, change(await readFile(file, 'utf8')));

  await expect.poll(() => said.out, { timeout: 20_000 }).toContain('Generated 1 tool: ');
  said.out = '';
  await edit((text) => `${text}  wave: { description: Waves., inputSchema: { type: object } }\n`);
  await expect.poll(() => said.out, { timeout: 20_000 }).toContain('To implement:\n  handlers/tools/wave.ts (new)\n');
  expect(said.out).toContain('Generated 2 tools.\n\nWritten:\n');
  expect(said.out).toContain('  generated/descriptors.ts\n');
  await edit((text) => text.replace('Greets.', '{'));
  await expect.poll(() => said.error, { timeout: 20_000 }).toContain('error syntax');
  said.out = '';
  await edit((text) => text.replace('description: {', 'description: Greets well.'));
  await expect.poll(() => said.out, { timeout: 20_000 }).toContain('Generated 2 tools.');
  expect(await readFile(path.join(project.folder, 'generated/descriptors.ts'), 'utf8')).toContain('Greets well.');
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});
