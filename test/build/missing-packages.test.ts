import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleWeb } from '../../generator/tools/build/bundle-web.js';
import { bundleServer } from '../../generator/tools/build/build-server.js';
import { formatDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { createProject } from '../kit/build-server.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Builds a project in which packages are not installed. Returns diagnostics, or the packages that the build lists. */
async function buildWithout(missing: readonly string[], files: { readonly [file: string]: string }): Promise<string> {
  const { folder } = await createProject({ 'package.json': '{ "type": "module" }', ...files });
  const packages = path.join(folder, 'node_modules');
  // A copy: a link would find the packages of this repository.
  const own = path.join(packages, 'create-mcp-from-schema');
  rmSync(own);
  cpSync(path.join(root, 'package.json'), path.join(own, 'package.json'));
  cpSync(path.join(root, 'dist/runtime'), path.join(own, 'dist/runtime'), { recursive: true });
  for (const name of missing) rmSync(path.join(packages, name));
  const output = { out: 'generated', dist: 'dist', minify: true, sourcemap: false, external: [], bundled: [] };
  const report = await bundleServer({ root: folder, ...output });
  return report.ok ? report.missing.join() : formatDiagnostics(report.diagnostics, report.sources, { color: false });
}

const definition = (tool = '{}'): string => `server: { name: baker, version: 1.0.0, store: redis }
tools: { bake: { description: Bakes., inputSchema: { type: object }, task: ${tool} } }
`;

describe('a build without a package that a feature needs says which and why', () => {
  test('redis for `store: redis`', async () => {
    const printed = await buildWithout(['redis'], { 'definitions/baker.mcp.yaml': definition() });
    expect(printed).toContain(
      'error build-failed: The server keeps the state shared by its processes in Redis (`store`), which',
    );
    expect(printed).toContain('needs the package `redis`. It is not installed.');
    expect(printed).toContain('help: Install it: `npm install redis`.');
    // Code of the runtime says nothing to users.
    expect(printed).not.toContain('chunk-');
  });

  test('nothing for durable tasks: a cluster of Redis does without bullmq', async () => {
    const durable = { 'definitions/baker.mcp.yaml': definition('{ durable: true }') };
    expect(await buildWithout(['bullmq'], durable)).toBe('');
  });

  test('nothing that is installed, and no module of the runtime', async () => {
    expect(await buildWithout([], { 'definitions/baker.mcp.yaml': definition() })).toBe('');
  });

  test('@opentelemetry/api for `telemetry`', async () => {
    const printed = await buildWithout(['@opentelemetry'], {
      'definitions/empty.mcp.yaml': 'server: { name: empty, version: 1.0.0 }',
      'handlers/server.ts': `export { telemetry } from './telemetry.ts';`,
      'handlers/telemetry.ts': `import { openTelemetry } from 'create-mcp-from-schema/runtime/telemetry';
export const telemetry = openTelemetry();
`,
    });
    expect(printed).toContain('needs the package `@opentelemetry/api`. It is not installed.');
  });

  test('a package that a handler imports, with its place', async () => {
    const printed = await buildWithout([], {
      'definitions/baker.mcp.yaml': definition(),
      'handlers/server.ts': `import nothing from 'not-there';\nexport const setup = nothing;\n`,
    });
    expect(printed).toContain('handlers/server.ts:1:21 error build-failed: Could not resolve "not-there".');
    expect(printed).toContain('help: Install it: `npm install not-there`.');
  });
});

test('a build with `--web` says what to do about Node built-ins', async () => {
  const { folder } = await createProject({
    'definitions/empty.mcp.yaml': 'server: { name: empty, version: 1.0.0 }',
    'handlers/server.ts': `import { sep } from 'path';\nexport const setup = () => sep;\n`,
  });
  const output = { out: 'generated', dist: 'dist', minify: true, sourcemap: false, external: [], bundled: [] };
  const bundle = await bundleWeb({ root: folder, ...output });
  expect(bundle.ok ? [] : bundle.diagnostics).toMatchObject([
    {
      message: 'Could not resolve "path".',
      help: expect.stringMatching(/^With `--web`, .* `create-mcp-from-schema package cloudflare`\.$/u),
    },
  ]);
});
