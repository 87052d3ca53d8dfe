import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';

/** Report of `generate` about a definition that declares these variables. */
async function complain(declared: string): Promise<string> {
  const definition = `server:
  name: s
  version: 1.0.0
  environment:
    ${declared}
tools: { t: { description: T. } }
`;
  const { error } = await runInMemory(['generate'], { cwd: makeFolder({ 'definitions/s.mcp.yaml': definition }) });
  return error;
}

test.each([
  ['url: { description: U. }', '5:5 error invalid-name: `url` is not a valid name.'],
  ['A: { type: string }', '5:5 error missing-description: `A` has no `description`.'],
  [
    'A: { description: A., type: url }',
    '5:33 error invalid-value: `type` must be one of string, integer, number, boolean',
  ],
  ['A: { description: A., variable: B }', '5:27 error unknown-key: The key `variable` is not allowed here.'],
  [
    'NODE_OPTIONS: { description: A. }',
    '5:5 error invalid-environment: `NODE_OPTIONS` changes how programs are started.',
  ],
  [
    'A: { description: A., secret: true, default: x }',
    '5:50 error invalid-environment: A secret cannot have a default',
  ],
  [
    'A: { description: A., required: true, default: x }',
    '5:43 error invalid-environment: A variable with a default is',
  ],
  [
    'A: { description: A., type: integer, default: 1.5 }',
    '5:51 error invalid-environment: `default` must be an integer.',
  ],
  ['A: { description: A., default: 1.0 }', '5:36 error invalid-environment: `default` must be a string.'],
  ['A: { description: A., enum: [a, 1] }', '5:37 error invalid-environment: A value of `enum` is not a string.'],
  [
    'A: { description: A., enum: [a, b], default: c }',
    '5:50 error invalid-environment: `default` does not fit `enum`.',
  ],
  [
    'A: { description: A., minimum: 1 }',
    '5:27 error invalid-environment: `minimum` does not apply to the type `string`.',
  ],
  [
    'A: { description: A., type: number, maximum: 1, default: 2 }',
    'invalid-environment: `default` does not fit `maximum`.',
  ],
  ["A: { description: A., pattern: '(' }", '5:36 error invalid-environment: `pattern` is not a regular expression'],
])('environment: { %s }', async (declared, fault) => {
  expect(await complain(declared)).toContain(fault);
});

test('an implied variable is described by its declaration, and not required at the start', async () => {
  const { folder } = await createProject({
    'definitions/s.mcp.yaml': `server:
  name: s
  version: 1.0.0
  stores: redis
  environment:
    MCP_REDIS_URL: { description: Our Redis. }
tools: { t: { description: T. } }
`,
  });
  const read = (file: string): string => readFileSync(path.join(folder, 'generated', file), 'utf8');
  expect(read('env.example').slice(read('env.example').indexOf('\n\n'))).toBe(
    '\n\n# Variables of this server\n\n# Our Redis.\nMCP_REDIS_URL=\n',
  );
  expect(read('env.ts')).toContain('readonly MCP_REDIS_URL: string | undefined;');
});

test('a server without variables has nothing of them', async () => {
  const { report } = await createProject({
    'definitions/s.mcp.yaml': 'server: { name: s, version: 1.0.0 }\ntools: { t: { description: T. } }\n',
  });
  expect(report.write?.written.filter((file) => file.includes('env'))).toEqual([]);
});
