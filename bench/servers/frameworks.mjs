import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { install, peerFolder } from './install-peers.mjs';

const here = import.meta.dirname;
const esm = { '.js': '.mjs' };

/**
 * Further servers, which take long to install, at their newest versions for Node 20. `version` is the newest protocol
 * version that they speak. mcp-lite and mcp-use have no stdio.
 */
export const frameworks = {
  'mcp-lite': {
    packages: ['mcp-lite@0.10.0', '@hono/node-server@2.1.9', 'hono@4.13.19', 'zod@4.6.7'],
    transports: ['http'],
    era: 'older',
  },
  'mcp-use': { packages: ['mcp-use@1.34.6'], transports: ['http'], era: 'legacy' },
  mastra: {
    packages: ['@mastra/mcp@0.14.5', '@mastra/core@0.24.9', 'zod@4.6.7'],
    transports: ['http', 'stdio'],
    era: 'legacy',
  },
  xmcp: {
    packages: ['xmcp@1.1.3', '@xmcp-dev/compiler@1.1.3', 'zod@4.6.7'],
    transports: ['http', 'stdio'],
    era: 'legacy',
    prepare: buildXmcp,
  },
};

/** Servers generated from an OpenAPI document, with their packages. */
export const openApiGenerators = {
  'openapi-mcp-generator': {
    packages: [
      'openapi-mcp-generator@4.0.1',
      '@modelcontextprotocol/sdk@1.32.2',
      'axios@1.21.1',
      'dotenv@16.6.1',
      'json-schema-to-zod@2.8.1',
      'zod@3.25.76',
    ],
    generate: generateWithOpenapiMcpGenerator,
  },
  orval: { packages: ['orval@7.13.2', '@modelcontextprotocol/sdk@1.32.2', 'zod@3.25.76'], generate: generateWithOrval },
};

/** Returns the names of a map of servers that can be installed. */
export function installAll(servers) {
  return Object.keys(servers).filter((name) => install(name, servers[name].packages));
}

/** Prepares a framework that is installed, and returns a function for the command of its server. */
export function prepareFramework(name) {
  const folder = peerFolder(name);
  cpSync(path.join(here, 'peers'), folder, { recursive: true });
  if (frameworks[name].prepare !== undefined) return frameworks[name].prepare(folder);
  return (port) => [process.execPath, path.join(folder, `${name}.mjs`), '2', ...(port === undefined ? [] : [port])];
}

/** Its compiler bundles the folder of a project, which has its packages above it. The port becomes part of the bundle. */
function buildXmcp(folder) {
  const project = path.join(folder, 'xmcp');
  const compiler = path.join(folder, 'node_modules/xmcp/dist/cli.js');
  return (port) => {
    run([compiler, 'build'], project, { BENCH_PORT: String(port ?? 3001) });
    return [process.execPath, path.join(project, 'dist', port === undefined ? 'stdio.js' : 'http.js')];
  };
}

/** Generates a server that reads its API's address from `API_BASE_URL`. */
async function generateWithOpenapiMcpGenerator(document) {
  const folder = peerFolder('openapi-mcp-generator');
  const cli = path.join(folder, 'node_modules/openapi-mcp-generator/bin/openapi-mcp-generator.js');
  run([cli, '--input', document, '--output', path.join(folder, 'out'), '--force'], folder);
  const options = { outdir: path.join(folder, 'out'), outExtension: esm, format: 'esm', platform: 'node' };
  await build({ entryPoints: [path.join(folder, 'out/src/index.ts')], ...options });
  return path.join(folder, 'out/index.mjs');
}

/** Generates a server for an API at one address. */
async function generateWithOrval(document, baseUrl) {
  const folder = peerFolder('orval');
  const target = { client: 'mcp', mode: 'single', baseUrl, target: 'out/handlers.ts', schemas: 'out/http-schemas' };
  const config = { pets: { input: document, output: target } };
  writeFileSync(path.join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};`);
  run([path.join(folder, 'node_modules/orval/dist/bin/orval.js'), '--config', 'orval.config.cjs'], folder);
  // Its imports have no extension.
  const options = { outdir: path.join(folder, 'out'), outExtension: esm, format: 'esm', platform: 'node' };
  await build({ entryPoints: [path.join(folder, 'out/server.ts')], bundle: true, packages: 'external', ...options });
  return path.join(folder, 'out/server.mjs');
}

function run(args, cwd, environment = {}) {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
}
