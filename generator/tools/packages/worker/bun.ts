import { printDefaults } from './print-defaults.js';
import type { Platform } from './platform.js';
import { needsPackages, platformManifest } from './platform-manifest.js';

/**
 * Bun, on a machine or in a container.
 *
 * @see https://bun.com/docs/runtime/http/server
 */
export const bun: Platform = {
  name: 'bun',
  title: 'Bun',
  summary: 'a server for Bun',
  bundle: 'node',
  hasInstances: false,
  stores: ['redis', 'sqlite'],
  reserved: /^BUN_/u,
  // Bun closes connections that are idle for ten seconds, but keep-alive comments are sent every fifteen.
  ending: 'export default { fetch: server.fetch, idleTimeout: 0 };',
  isProcess: true,
  ignored: ['.env', 'node_modules/'],
  files: (project, server) => [
    { path: 'package.json', content: platformManifest('bun', project, { scripts: { start: 'bun server.mjs' } }) },
    { path: 'server.mjs', content: `${printDefaults(project.settings)}${server}` },
  ],
  commands: (project) => {
    const start = [...(needsPackages('bun', project) ? ['bun install --production'] : []), 'bun run start'];
    return {
      deploy: start,
      local: start,
      address: 'http://<your machine>:3000/mcp',
      setVariable: ({ variable }) => `export ${variable}=<value>`,
      aboutSettings: 'Bun also reads a `.env` file in this folder. `PORT` is the port.',
      limits: ['The server listens on all addresses of the machine. Put a TLS proxy in front of it.'],
    };
  },
};
