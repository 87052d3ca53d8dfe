import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';

test.each([
  ['of another format', 'format:7', 7],
  ['without a format, as version 0.2 made it', 'name0:0', 0],
])('a server with generated code %s names the command that fixes it, and ends', (_what, written, format) => {
  const folder = makeFolder();
  cpSync('dist/greeter', folder, { recursive: true });
  const server = path.join(folder, 'server.mjs');
  writeFileSync(server, readFileSync(server, 'utf8').replace(/format: ?1\b/u, written));
  const { status, stdout, stderr } = spawnSync(process.execPath, [server], { input: '', encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(
    `The generated code has format ${format} but this version of create-mcp-from-schema supports format 1: ` +
      'run `npx create-mcp-from-schema generate` and build the server again.',
  );
});
