import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { versions } from 'node:process';
import { findPackageManager, printInstall } from '../feature-kit/load/package-manager.js';
import type { ProjectNeeds } from '../generate.js';
import { neededPackages } from '../tools/scaffold/needed-packages.js';

/** Missing requirement of a server, other than its code, and how to meet it. */
export interface MissingPart {
  readonly text: string;
  readonly help: string;
}

/** Project whose requirements are checked. */
interface ProjectPlace {
  readonly root: string;
  /** Handlers folder, relative to the root. */
  readonly handlers: string;
}

/**
 * Lists missing requirements of a server that the type checker cannot detect: packages, and a store for durable tasks.
 * @param node Node version that the server runs on.
 */
export function findMissing(
  place: ProjectPlace,
  needs: ProjectNeeds = { packages: [] },
  node = versions.node,
): readonly MissingPart[] {
  const missing = neededPackages(needs.packages, node).filter(({ name }) => !isInstalled(place.root, name));
  const names = missing.map(({ name }) => name);
  const purposes = [...new Set(missing.map(({ purpose }) => purpose))];
  return [
    ...(names.length === 0
      ? []
      : [
          {
            text: `Packages that are not installed: ${names.join(', ')} (for ${purposes.join(' and ')})`,
            help: `Run \`${printInstall(findPackageManager(place.root), names)}\`.`,
          },
        ]),
    ...findMissingStore(place, needs),
  ];
}

/** Reports a missing store for durable tasks if neither the definitions nor the user's code configures one. */
export function findMissingStore(place: ProjectPlace, { lacksStore }: Partial<ProjectNeeds>): readonly MissingPart[] {
  return lacksStore && !mayHaveStores(place) ? [missingStore] : [];
}

const missingStore: MissingPart = {
  text: 'Durable tasks require a store; without a store, the server does not start',
  help: 'Set `store: sqlite` (one machine) or `store: redis` under `server` in the definition.',
};

/** Whether a package can be resolved from the project, including its parent folders. */
function isInstalled(root: string, name: string): boolean {
  try {
    createRequire(join(root, 'package.json')).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether `handlers/server.ts` may export stores: it contains the name, or re-exports everything from another file. */
function mayHaveStores({ root, handlers }: ProjectPlace): boolean {
  try {
    const folder = join(root, handlers);
    const files = readdirSync(folder).filter((file) => /^server\.[cm]?[jt]s$/u.test(file));
    return files.some((file) => /\bstores\b|export \*/u.test(readFileSync(join(folder, file), 'utf8')));
  } catch {
    return false;
  }
}
