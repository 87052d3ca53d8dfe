import { printJson } from '../../../features/package/public-facts.js';
import { mcpbName } from '../mcpb/mcpb-manifest.js';
import type { PackagedProject } from '../target.js';
import { stateKeys, type Platform } from './platform.js';
import { valuesOf } from './print-defaults.js';

/**
 * Cloudflare Workers.
 *
 * @see https://developers.cloudflare.com/workers/wrangler/configuration/ and `config-schema.json` of wrangler 4.164.0
 */
export const cloudflare: Platform = {
  name: 'cloudflare',
  title: 'Cloudflare Workers',
  summary: 'a Cloudflare Worker with a Wrangler configuration',
  bundle: 'worker',
  hasInstances: true,
  stores: [],
  reserved: /^CF_/u,
  ending: 'export default { fetch: server.fetch };',
  isProcess: false,
  ignored: ['.dev.vars', '.wrangler/'],
  files: (project, server) => [
    { path: 'wrangler.jsonc', content: printJson(describeWorker(project)) },
    { path: 'server.mjs', content: server },
  ],
  commands: (project) => ({
    deploy: ['npx wrangler deploy'],
    local: ['npx wrangler dev'],
    address: `https://${workerName(project)}.<your subdomain>.workers.dev/mcp`,
    setVariable: ({ variable, isSecret }) => (isSecret ? `npx wrangler secret put ${variable}` : undefined),
    aboutSettings:
      'Defaults are in `wrangler.jsonc`. Set nonsecret values in the dashboard, which keeps them, or with `npx wrangler deploy --var NAME:<value>`. On your machine, `wrangler dev` reads secrets from a `.dev.vars` file.',
    limits: [
      'Handlers can use the Node modules that [Workers support](https://developers.cloudflare.com/workers/runtime-apis/nodejs/), but not the file system.',
    ],
  }),
};

/** Returns the name of a Worker, which is also a part of its host name. */
function workerName({ model }: Pick<PackagedProject, 'model'>): string {
  return mcpbName(model.server.name).slice(0, 63).replace(/-$/u, '');
}

/** Since 2025-04-01, `nodejs_compat` also sets the environment variables of the process. */
const compatibilityDate = '2026-01-01';

function describeWorker(project: PackagedProject): object {
  const { settings } = project;
  const secrets = settings.filter(({ isSecret }) => isSecret);
  const vars = valuesOf(settings);
  return {
    name: workerName(project),
    main: 'server.mjs',
    compatibility_date: compatibilityDate,
    compatibility_flags: ['nodejs_compat'],
    // The module does not need to be bundled.
    no_bundle: true,
    find_additional_modules: false,
    keep_vars: true,
    observability: { enabled: true },
    ...(Object.keys(vars).length > 0 && { vars }),
    // `wrangler dev` loads only listed secrets, so the list is omitted if a secret is optional.
    ...(secrets.length > 0 &&
      secrets.every(({ isRequired }) => isRequired) && {
        secrets: { required: secrets.map(({ variable }) => variable).filter((name) => name !== stateKeys) },
      }),
  };
}
