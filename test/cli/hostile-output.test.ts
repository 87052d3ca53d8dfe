import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { runInMemory } from './run-in-memory.js';

/** Escape sequences of terminals, bidirectional controls, and commands of GitHub Actions and Azure Pipelines. */
const hostile = 'x\u001b[2J\u009b31m\u202Eevil\u2066\u200f\r\n::warning::forged\n##[error]forged\n##vso[task.x]forged';

const definition = {
  server: { name: 'shop', version: '1.0.0' },
  tools: { [hostile]: { description: hostile }, '::error::forged': { inputSchema: { type: hostile } } },
};
const document = {
  openapi: '3.1.0',
  info: { title: hostile, version: '1' },
  paths: {
    [`/${hostile}`]: { get: { operationId: hostile, security: [{ [hostile]: [] }], responses: { 200: {} } } },
    '/a': { connect: {}, get: { responses: { 200: { $ref: `#/${hostile}` } } } },
  },
};
const { folder } = await createProject({
  'definitions/ok.mcp.yaml': 'server: { name: shop, version: 1.0.0 }\n',
});
const { putFiles } = await import('../kit/make-folder.js');
putFiles(folder, {
  'definitions/ok.mcp.yaml': '{}\n',
  'definitions/shop.mcp.json': JSON.stringify(definition),
  'definitions/api.openapi.json': JSON.stringify(document, null, 2),
});

const controls =
  // oxlint-disable-next-line no-control-regex -- these must not be there
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

describe('text of definitions and documents cannot command a terminal or a CI system', () => {
  test.each([
    ['generate --keep-going', ['generate', '--keep-going']],
    ['generate --dry-run --keep-going', ['generate', '--dry-run', '--keep-going']],
    ['generate --check', ['generate', '--check']],
    ['doctor', ['doctor']],
    ['inspect', ['inspect']],
    ['evaluate', ['evaluate']],
    ['JSON', ['generate', '--keep-going', '--json']],
    ['annotations', ['generate', '--keep-going', '--format', 'github']],
  ])('%s', async (_, argv) => {
    const { out, error } = await runInMemory(argv, { cwd: folder });
    const text = out + error;
    expect(text).toContain('forged');
    expect(text).not.toMatch(controls);
    expect(text).not.toMatch(/##\w*\[/u);
    const commands = text.split('\n').filter((line) => /^\s*::/u.test(line));
    for (const line of commands) expect(line).toMatch(/^::(?:error|warning) (?:file=[^:]+,)?.*title=[a-z-]+::/u);
    if (!argv.includes('github')) expect(commands).toEqual([]);
  });

  test('the JSON report has the texts as they are', async () => {
    const { out } = await runInMemory(['generate', '--keep-going', '--json'], { cwd: folder });
    const { leftOut } = JSON.parse(out) as { leftOut: readonly string[] };
    expect(leftOut.join()).toContain(hostile);
  });
});
