import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import { talk } from '../kit/talk.js';

const project = await createProject({
  'package.json': '{ "name": "notes", "type": "module" }',
  'definitions/notes.mcp.yaml': `server:
  name: notes
  version: 1.0.0
  environment:
    DATABASE_URL: { description: Address of the database., format: uri, secret: true }
    POOL_SIZE: { description: Connections., type: integer, minimum: 1, maximum: 100, default: 10 }
    RATIO: { description: Share., type: number, exclusiveMinimum: 0, required: false }
    LEVEL: { description: Detail., enum: [low, high], default: low }
    VERBOSE: { description: Says more., type: boolean, required: false }
    SINCE: { description: First day., format: date, required: false }
    CODE: { description: Code., pattern: '^[A-Z]{3}$' }
tools:
  show: { description: Shows values. }
`,
  // Modules may read variables while they are loaded.
  'handlers/server.ts': "import { env } from '../generated/env.ts';\nexport const size: number = env.POOL_SIZE;\n",
  'handlers/tools/show.ts': `import type { Show } from '../../generated/handlers.ts';
import { env } from '../../generated/env.ts';
import { size } from '../server.ts';
export const show: Show = () => JSON.stringify({ ...env, size });
`,
});
const server = await project.bundle();
const envFile = path.join(project.folder, '.env');
afterEach(() => rmSync(envFile, { force: true }));

const show = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'show', arguments: {} } };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const valid = { DATABASE_URL: 'postgres://u:p@db/notes', CODE: 'ABC' };
const advice =
  "Set them in the project's .env file (generated/env.example lists all variables), or in the environment of the program that starts the server:";

/** Values that the handler sees. */
async function ask(environment: { readonly [name: string]: string }): Promise<unknown> {
  const { messages, stderr } = await talk(server, [initialize, show], environment);
  expect(stderr).toBe('');
  return JSON.parse(messages.find(({ id }) => id === 2)?.result.content[0].text);
}

/** Exit code and stderr of a server that does not start, without the time. */
async function fail(
  args: readonly string[],
  environment: { readonly [name: string]: string },
): Promise<{ readonly exitCode: number | string; readonly stderr: string }> {
  const { child, output, exited } = startServer(server, args, environment);
  child.stdin.end();
  const exitCode = await exited;
  expect(output.stdout).toBe('');
  return { exitCode, stderr: output.stderr.replace(/^\[[^\]]+\] /u, '') };
}

test('handlers get typed values and defaults', async () => {
  expect(await ask({ ...valid, RATIO: '.5', VERBOSE: '1', SINCE: '' })).toEqual({
    ...valid,
    POOL_SIZE: 10,
    RATIO: 0.5,
    LEVEL: 'low',
    VERBOSE: true,
    size: 10,
  });
});

test.each([[[]], [['--http', '0', '--workers', '2']]])(
  'a server started with %j names all variables that are missing, and ends',
  async (args) => {
    expect(await fail(args, {})).toEqual({
      exitCode: 1,
      stderr: `START | ERROR: 2 environment variables are missing or invalid. ${advice}
  DATABASE_URL is missing (string, declared in definitions/notes.mcp.yaml:5)
  CODE is missing (string, declared in definitions/notes.mcp.yaml:11)
`,
    });
  },
);

test('the error names every rule that is broken, without texts that may be secret', async () => {
  const { stderr } = await fail([], {
    DATABASE_URL: 'hunter2',
    POOL_SIZE: '0x10',
    RATIO: '0',
    LEVEL: 'mid',
    VERBOSE: 'maybe',
    SINCE: '2025-02-30',
    CODE: 'hunter3',
  });
  expect(stderr.split('\n').slice(1, -1)).toEqual([
    '  DATABASE_URL must be a URI such as https://example.com (string, declared in definitions/notes.mcp.yaml:5)',
    '  POOL_SIZE must be an integer, got "0x10" (integer, declared in definitions/notes.mcp.yaml:6)',
    '  RATIO must be above 0, got "0" (number, declared in definitions/notes.mcp.yaml:7)',
    '  LEVEL must be one of low, high, got "mid" (string, declared in definitions/notes.mcp.yaml:8)',
    '  VERBOSE must be true, false, 1 or 0, got "maybe" (boolean, declared in definitions/notes.mcp.yaml:9)',
    '  SINCE must be a date such as 2025-12-31 (string, declared in definitions/notes.mcp.yaml:10)',
    '  CODE must match the pattern ^[A-Z]{3}$ (string, declared in definitions/notes.mcp.yaml:11)',
  ]);
});

test('a variable with a similar name is named', async () => {
  const { stderr } = await fail([], { DATABSE_URL: 'hunter2', CODE: 'ABC' });
  expect(stderr.split('\n')[1]).toBe(
    '  DATABASE_URL is missing, but DATABSE_URL is set (string, declared in definitions/notes.mcp.yaml:5)',
  );
});

test('the error is one line in a JSON log, and help needs no variables', async () => {
  const { stderr } = await fail([], { MCP_LOG: 'json', DATABASE_URL: valid.DATABASE_URL });
  expect(JSON.parse(stderr)).toMatchObject({
    level: 'error',
    subject: 'START',
    problems: ['CODE is missing (string, declared in definitions/notes.mcp.yaml:11)'],
  });
  const { child, output, exited } = startServer(server, ['--help']);
  child.stdin.end();
  expect(await exited).toBe(0);
  expect(output.stdout).toContain('notes 1.0.0');
});

test('.env of the project is read, and the environment wins', async () => {
  writeFileSync(envFile, 'DATABASE_URL="postgres://file/notes"\nCODE=FIL\nPOOL_SIZE=3\n');
  expect(await ask({ CODE: 'ENV' })).toMatchObject({
    DATABASE_URL: 'postgres://file/notes',
    CODE: 'ENV',
    POOL_SIZE: 3,
  });
});
