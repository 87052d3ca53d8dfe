import { cardTarget } from './card/card-target.js';
import { dockerTarget } from './docker/docker-target.js';
import { mcpbTarget } from './mcpb/mcpb-target.js';
import { npmTarget } from './npm/npm-target.js';
import { pluginTarget } from './plugin/plugin-target.js';
import { registryTarget } from './registry/registry-target.js';
import { skillTarget } from './skill/skill-target.js';
import type { PackageTarget } from './target.js';
import { bun } from './worker/bun.js';
import { cloudflare } from './worker/cloudflare.js';
import { createPlatformTarget } from './worker/create-platform-target.js';
import { deno } from './worker/deno.js';
import { lambda } from './worker/lambda.js';
import { vercel } from './worker/vercel.js';

/** Targets for platforms that pass requests to `fetch`; `package worker` creates all of them. */
const workerTargets: readonly PackageTarget[] = [cloudflare, vercel, deno, bun, lambda].map(createPlatformTarget);

/** All package targets in listing order. */
export const packageTargets: readonly PackageTarget[] = [
  mcpbTarget,
  npmTarget,
  registryTarget,
  dockerTarget,
  pluginTarget,
  skillTarget,
  cardTarget,
  ...workerTargets,
];
