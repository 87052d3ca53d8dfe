import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';

const definition = (type: string): string => `server: { name: clock, version: 1.0.0 }
tools:
  wait:
    description: Waits.
    inputSchema: { type: object, properties: { seconds: { type: ${type}, description: How long. }, of: { $ref: ./parts.yaml } } }
`;

test('build warns of definitions that changed after generate', async () => {
  const { folder } = await createProject({
    'package.json': '{ "type": "module" }',
    'definitions/clock.mcp.yaml': definition('integer'),
    'definitions/parts.yaml': 'type: string\ndescription: What of.\n',
  });
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, 'definitions', name), text);
  const build = async (): Promise<string> => {
    const { exitCode, error } = await runInMemory(['build', '--sourcemap=false'], { cwd: folder });
    expect(exitCode).toBe(0);
    return error;
  };
  // A checkout on Windows changes nothing.
  write('clock.mcp.yaml', definition('integer').replaceAll('\n', '\r\n'));
  expect(await build()).toBe('');
  write('clock.mcp.yaml', definition('number'));
  expect(await build()).toBe(
    'warning changed-definition: The server still has the previous contract, because these files changed after the last `generate`: definitions/clock.mcp.yaml.\n' +
      '  help: Run `create-mcp-from-schema generate`, then build again.\n\n1 warning\n',
  );
  rmSync(path.join(folder, 'definitions/parts.yaml'));
  write('more.mcp.yaml', '{}\n');
  expect(await build()).toContain(': definitions/clock.mcp.yaml, definitions/more.mcp.yaml, definitions/parts.yaml.\n');
});
