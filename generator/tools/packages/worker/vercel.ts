import { printJson } from '../../../features/package/public-facts.js';
import { platformManifest } from './platform-manifest.js';
import { printDefaults } from './print-defaults.js';
import type { Platform } from './platform.js';

/**
 * Vercel: one function in its Node runtime for all paths.
 *
 * @see https://vercel.com/docs/project-configuration/vercel-json and
 *   https://vercel.com/docs/functions/functions-api-reference (pages of 2026-08-11)
 */
export const vercel: Platform = {
  name: 'vercel',
  title: 'Vercel',
  summary: 'a function for Vercel',
  bundle: 'node',
  hasInstances: true,
  stores: ['redis'],
  reserved: /^(?:VERCEL$|VERCEL_|NOW_REGION$|AWS_)/u,
  ending: 'export default { fetch: server.fetch };',
  isProcess: false,
  ignored: ['.env*', '.vercel/', 'node_modules/'],
  files: (project, server) => [
    { path: 'vercel.json', content: printJson(configuration) },
    { path: 'package.json', content: platformManifest('vercel', project, { engines: { node: '24.x' } }) },
    { path: 'api/server.mjs', content: `${printDefaults(project.settings)}${server}` },
    // Vercel would serve other files statically.
    { path: '.vercelignore', content: 'README.md\n.env*\n' },
  ],
  commands: () => ({
    prepare: ['npx vercel link'],
    deploy: ['npx vercel deploy --prod'],
    local: ['npx vercel dev --local'],
    address: 'https://<your project>.vercel.app/mcp',
    setVariable: ({ variable, isSecret }) =>
      `npx vercel env add ${variable} production${isSecret ? '' : ' --no-sensitive'}`,
    aboutSettings: '`vercel env add` prompts for the value. On your machine, `vercel dev` reads a `.env` file.',
    limits: [
      'A function ends after its [maximum duration](https://vercel.com/docs/functions/configuring-functions/duration), which also ends its open event streams. Clients then reconnect.',
    ],
  }),
};

const configuration = {
  $schema: 'https://openapi.vercel.sh/vercel.json',
  framework: null,
  // Cancels a request when its client closes the connection.
  functions: { 'api/server.mjs': { supportsCancellation: true } },
  rewrites: [{ source: '/(.*)', destination: '/api/server' }],
};
