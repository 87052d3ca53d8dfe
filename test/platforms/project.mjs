import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from './run-program.mjs';

/** The command line of this repository. */
export const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');

/** The definition that all platforms serve. */
const definition = `# yaml-language-server: $schema=../generated/definition.schema.json
server: { name: greeter, version: 1.0.0 }
tools:
  greet:
    description: Greets somebody.
    inputSchema:
      type: object
      properties: { name: { type: string, description: Who is greeted. } }
      required: [name]
`;

const handler = `import type { Greet } from '../../generated/handlers.ts';
export const greet: Greet = ({ name }) => \`Hello, \${name}.\`;
`;

/** Requests of a client of 2025-11-25, and what the server answers to each. */
export const questions = [
  {
    request: {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    },
    answer: {
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { logging: {}, tools: {} },
        serverInfo: { name: 'greeter', version: '1.0.0' },
      },
    },
  },
  call(2, { name: 'Grüße 🎲' }, { content: [{ type: 'text', text: 'Hello, Grüße 🎲.' }] }),
  call(
    3,
    {},
    {
      content: [{ type: 'text', text: 'Invalid arguments for tool "greet":\n- name: is required' }],
      isError: true,
    },
  ),
];

function call(id, values, result) {
  const params = { name: 'greet', arguments: values };
  return {
    request: { jsonrpc: '2.0', id, method: 'tools/call', params },
    answer: { jsonrpc: '2.0', id, result },
  };
}

/** A new folder whose name has a space and letters that are not ASCII. */
export function makeProjectFolder() {
  return mkdtempSync(path.join(tmpdir(), 'plätze and platforms '));
}

/**
 * Scaffolds a project, with the definition and the handler instead of the sample.
 *
 * @param {import('./checks.mjs').Platform} platform
 * @param {string} project
 */
export async function makeProject({ program, run, agent = '' }, project) {
  const cwd = path.dirname(project);
  mkdirSync(cwd, { recursive: true });
  const folders = `${path.dirname(program)}${path.delimiter}${process.env['PATH']}`;
  const env = { PATH: folders, npm_config_user_agent: agent };
  const result = await runProgram(program, [...run, cli, path.basename(project), '--yes'], { cwd, env });
  // Everything that is about the sample.
  for (const part of ['definitions', 'handlers/tools', 'test']) rmSync(path.join(project, part), { recursive: true });
  write(path.join(project, 'definitions', 'greeter.mcp.yaml'), definition);
  write(path.join(project, 'handlers', 'tools', 'greet.ts'), handler);
  return result;
}

/** Writes a file; its folder need not exist. */
export function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
