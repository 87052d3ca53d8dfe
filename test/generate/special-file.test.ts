import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder } from '../kit/make-folder.js';

const server = 'server: { name: x, version: 1.0.0 }\n';

/** Reports of a project with pipes, which no one writes to; the codes, places and messages of the diagnostics. */
async function generateWithPipes(definition: string, pipes: readonly string[], ...more: readonly string[]) {
  const folder = makeFolder({ 'definitions/x.mcp.yaml': server + definition });
  for (const pipe of pipes) execFileSync('mkfifo', [path.join(folder, 'definitions', pipe)]);
  const { exitCode, out } = await runInMemory(['generate', '--json', '--check', ...more], { cwd: folder });
  const report = JSON.parse(out) as { diagnostics: { code: string; message: string; location?: { line: number } }[] };
  const found = report.diagnostics.filter(({ code }) => code !== 'out-of-date');
  return { exitCode, found: found.map(({ code, message, location }) => [code, location?.line, message]) };
}

test.runIf(process.platform !== 'win32').each([
  [
    'as the file of a resource',
    'resources: { x://a: { name: a, file: ./pipe } }\n',
    ['pipe'],
    ['unreadable-file', 2, '`./pipe` is not a regular file.'],
  ],
  [
    'as the document of an API',
    'openapi: { api: { document: ./pipe.yaml } }\n',
    ['pipe.yaml'],
    ['unreadable-file', 2, '`definitions/pipe.yaml` is not a regular file.'],
  ],
  [
    'as the file of a schema',
    'tools: { t: { description: T., inputSchema: { $ref: ./pipe.json } } }\n',
    ['pipe.json'],
    ['dangling-ref', 2, '`./pipe.json` is not a regular file.'],
  ],
  [
    'among the definitions',
    'tools: { t: { description: T. } }\n',
    ['y.mcp.yaml'],
    ['unreadable-file', undefined, 'definitions/y.mcp.yaml is not a regular file.'],
  ],
  [
    'among the definitions, as a document',
    'tools: { t: { description: T. } }\n',
    ['y.openapi.yaml'],
    ['unreadable-file', undefined, 'definitions/y.openapi.yaml is not a regular file.'],
  ],
])('a pipe %s is an error, not a wait', async (_, definition, pipes, diagnostic) => {
  expect(await generateWithPipes(definition, pipes)).toEqual({ exitCode: 1, found: [diagnostic] });
});

test.runIf(existsSync('/dev/zero'))('a device in a folder that is allowed is an error, too', async () => {
  const up = '../'.repeat(20);
  const definition = `resources: { x://a: { name: a, file: ${up}dev/zero } }\n`;
  const { found } = await generateWithPipes(definition, [], '--allow-folder', '/dev');
  expect(found).toEqual([['unreadable-file', 2, `\`${up}dev/zero\` is not a regular file.`]]);
});
