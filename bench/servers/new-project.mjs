import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { generator, run } from './build-project.mjs';
import { cacheFolder } from './cache-folder.mjs';

/**
 * Creates a project as a user does, builds it, and returns the path of its bundle. Only the generator is installed, from
 * its tarball, so that this needs no registry: its dependencies are those of this package.
 *
 * @throws Error if a step fails.
 */
export function buildNewProject() {
  const project = createProject('built');
  const vendor = path.join(project, 'vendor');
  const [tarball] = readdirSync(vendor);
  const installed = path.join(project, 'node_modules', 'create-mcp-from-schema');
  mkdirSync(installed, { recursive: true });
  run(installed, 'tar', ['-xzf', path.join(vendor, tarball), '--strip-components=1']);
  run(project, process.execPath, [path.join(installed, 'dist', 'generator', 'cli.js'), 'build']);
  return path.join(project, 'dist', 'server.mjs');
}

/**
 * Creates a project as a user does, installs its packages, and returns the path of its `node_modules`. Install scripts
 * do not run: that of esbuild links its program a second time.
 *
 * @throws Error if a step fails.
 */
export function installNewProject() {
  const project = createProject('installed');
  run(project, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']);
  return path.join(project, 'node_modules');
}

function createProject(name) {
  const folder = path.join(cacheFolder, 'new-project', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(folder, process.execPath, [generator, 'hello-world', '--yes']);
  return path.join(folder, 'hello-world');
}
