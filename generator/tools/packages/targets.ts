import { cardTarget } from './card/card-target.js';
import { dockerTarget } from './docker/docker-target.js';
import { mcpbTarget } from './mcpb/mcpb-target.js';
import { npmTarget } from './npm/npm-target.js';
import { pluginTarget } from './plugin/plugin-target.js';
import { registryTarget } from './registry/registry-target.js';
import { skillTarget } from './skill/skill-target.js';
import type { PackageTarget } from './target.js';
import { workerTargets } from './worker/worker-targets.js';

/** All kinds of packages, in the order in which they are listed. */
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
