import { printJson } from '../../../features/package/public-facts.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import type { Platform } from './platform.js';
import { needsPackages, platformManifest } from './platform-manifest.js';
import { printDefaults } from './print-defaults.js';

/**
 * Deno Deploy and the Deno runtime.
 *
 * @see https://docs.deno.com/deploy/reference/builds/ (page of 2026-10-01) and
 *   https://docs.deno.com/deploy/reference/runtime/
 */
export const deno: Platform = {
  name: 'deno',
  title: 'Deno Deploy',
  summary: 'an app for Deno Deploy and plain Deno',
  bundle: 'node',
  hasInstances: true,
  stores: ['redis'],
  reserved:
    /^(?:DENO_|LD_|OTEL_|AWS_ROLE_ARN$|AWS_WEB_IDENTITY_TOKEN_FILE$|GCP_|AZURE_(?:CLIENT_ID|TENANT_ID|FEDERATED_TOKEN_FILE)$)/u,
  ending: 'Deno.serve(server.fetch);',
  isProcess: true,
  ignored: ['.env', 'node_modules/'],
  files: (project, server) => {
    const install = needsPackages('deno', project);
    const configuration = {
      tasks: { start: 'deno run --allow-all main.mjs' },
      ...(install && { nodeModulesDir: 'auto' }),
      deploy: { ...(install && { install: 'deno install' }), runtime: { type: 'dynamic', entrypoint: './main.mjs' } },
    };
    return [
      { path: 'deno.json', content: printJson(configuration) },
      ...(install ? [{ path: 'package.json', content: platformManifest('deno', project) }] : []),
      { path: 'main.mjs', content: `${printDefaults(project.settings)}${server}` },
    ];
  },
  commands: ({ model }) => ({
    prepare: [`deno deploy create --app ${mcpbName(model.server.name)} --source local`],
    deploy: ['deno deploy --prod'],
    local: ['deno task start'],
    address: 'https://<your app>.<your organization>.deno.net/mcp',
    setVariable: ({ variable, isSecret }) => `deno deploy env add ${variable} <value>${isSecret ? ' --secret' : ''}`,
    aboutSettings:
      'To keep values out of your shell history, use the dashboard, or `deno deploy env load <file>`. On your machine, `deno run --allow-all --env-file main.mjs` reads a `.env` file.',
    limits: [
      'A stopped instance has five seconds to finish running requests.',
      'If you run Deno as a single process on your own machine, set `http: { sessions: true }` in `options` of `handlers/server.ts`.',
    ],
  }),
};
