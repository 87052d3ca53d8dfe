import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installPackages } from '../kit/install-packages.mjs';

/** Servers of other people that are rebuilt here, by the folder of ours: the package on npm, and its version. */
export const originals = {
  filesystem: { name: '@modelcontextprotocol/server-filesystem', version: '2026.8.31' },
  everything: { name: '@modelcontextprotocol/server-everything', version: '2026.8.31' },
  postgres: { name: '@modelcontextprotocol/server-postgres', version: '0.6.2' },
  git: { name: '@cyanheads/git-mcp-server', version: '2.15.3' },
} as const;

/** Versions of packages, by name. */
type Versions = { readonly [name: string]: string };

/** Name of a server that is rebuilt here. */
export type RealServer = keyof typeof originals;

/** Folder of our version of a server: a project with definitions and handlers. */
export function findProject(server: RealServer): string {
  return path.join(import.meta.dirname, server);
}

/** Packages that our version of a server needs, and their types, with their exact versions. */
export function readDependencies(server: RealServer): Versions {
  const manifest = readFileSync(path.join(findProject(server), 'package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(manifest) as { readonly [kind: string]: Versions | undefined };
  return { ...dependencies, ...devDependencies };
}

/**
 * Installs the originals, and the packages that ours need, into one folder that later runs use too.
 *
 * @returns its `node_modules`
 */
export async function installOriginals(): Promise<string> {
  const servers = readdirSync(import.meta.dirname).filter((name): name is RealServer => name in originals);
  const packages = servers.flatMap((server) => [
    `${originals[server].name}@${originals[server].version}`,
    ...Object.entries(readDependencies(server)).map(([name, version]) => `${name}@${version}`),
  ]);
  const digest = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
  return path.join(await installPackages(`real-servers-${digest}`, [...new Set(packages)]), 'node_modules');
}
