import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';

/** Declarations, each on a line of its own, and what is wrong with them. */
const faults: readonly (readonly [declared: string, fault: string])[] = [
  ['url: { description: U. }', '5 error invalid-name: `url` is not a valid name.'],
  ['A1: { type: string }', '5 error missing-description: `A1` has no `description`.'],
  [
    'A2: { description: A., type: url }',
    '34 error invalid-value: `type` must be one of string, integer, number, boolean',
  ],
  ['A3: { description: A., variable: B }', '28 error unknown-key: The key `variable` is not allowed here.'],
  [
    'NODE_OPTIONS: { description: A. }',
    '5 error invalid-environment: `NODE_OPTIONS` changes how programs are started.',
  ],
  ['A4: { description: A., secret: true, default: x }', '51 error invalid-environment: A secret cannot have a default'],
  ['A5: { description: A., required: true, default: x }', '44 error invalid-environment: A variable with a default is'],
  [
    'A6: { description: A., type: integer, default: 1.5 }',
    '52 error invalid-environment: `default` must be an integer.',
  ],
  ['A7: { description: A., default: 1.0 }', '37 error invalid-environment: `default` must be a string.'],
  ['A8: { description: A., enum: [a, 1] }', '38 error invalid-environment: A value of `enum` is not a string.'],
  [
    'A9: { description: A., enum: [a, b], default: c }',
    '51 error invalid-environment: `default` does not satisfy `enum`.',
  ],
  [
    'B1: { description: A., minimum: 1 }',
    '28 error invalid-environment: `minimum` does not apply to the type `string`.',
  ],
  [
    'B2: { description: A., type: number, maximum: 1, default: 2 }',
    '63 error invalid-environment: `default` does not satisfy `maximum`.',
  ],
  ["B3: { description: A., pattern: '(' }", '37 error invalid-environment: `pattern` is not a regular expression'],
];

/** Report of `generate` about a definition that has all of them, from its fifth line on. */
const { error: report } = await runInMemory(['generate'], {
  cwd: makeFolder({
    'definitions/s.mcp.yaml': `server:
  name: s
  version: 1.0.0
  environment:
${faults.map(([declared]) => `    ${declared}\n`).join('')}tools: { t: { description: T. } }
`,
  }),
});

test.each(faults.map(([declared, fault], index) => [declared, `${index + 5}:${fault}`] as const))(
  'environment: { %s }',
  (_, fault) => {
    expect(report).toContain(fault);
  },
);

test('an implied variable is described by its declaration, and not required at the start', async () => {
  const { folder } = await createProject({
    'definitions/s.mcp.yaml': `server:
  name: s
  version: 1.0.0
  store: redis
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
