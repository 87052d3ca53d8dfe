import path from 'node:path';
import { installPackages } from '../kit/install-packages.mjs';
import { write } from './project.mjs';
import { runProgram } from './run-program.mjs';

/**
 * How a package manager is tried. It runs on the Node of this process.
 *
 * @typedef {object} Manager
 * @property {string} title name and version for people
 * @property {string} from package that it is installed from, with its version
 * @property {string} script path in `node_modules`
 * @property {readonly string[]} call arguments before a program of an installed package
 * @property {readonly string[]} [install] arguments that install the packages
 * @property {boolean} [isWorkspace] The server is one of two workspaces.
 * @property {{ readonly [name: string]: string }} [files] configuration, by path in the project
 */

const npm = { from: 'npm@11.19.1', script: 'npm/bin/npm-cli.js', call: ['exec', '--'] };
const yarn = { from: '@yarnpkg/cli-dist@4.18.1', script: '@yarnpkg/cli-dist/bin/yarn.js', call: ['run'] };

/** @type {readonly Manager[]} */
const managers = [
  { title: 'npm 11.19.1', ...npm },
  { title: 'npm 11.19.1, workspaces', ...npm, isWorkspace: true },
  { title: 'pnpm 12.21.0', from: 'pnpm@12.21.0', script: 'pnpm/bin/pnpm.mjs', call: ['exec'] },
  { title: 'Yarn 1.22.22', from: 'yarn@1.22.22', script: 'yarn/bin/yarn.js', call: ['--silent', 'run'] },
  { title: 'Yarn 4.18.1, node_modules', ...yarn },
  {
    title: "Yarn 4.18.1, Plug'n'Play, TypeScript 6",
    ...yarn,
    install: ['add', '--dev', 'typescript@~6.0.3'],
    files: { '.yarnrc.yml': 'nodeLinker: pnp\n' },
  },
];

/**
 * Package managers whose names begin with one of the given, or all, as platforms.
 *
 * @param {readonly string[]} wanted
 * @returns {Promise<readonly import('./checks.mjs').Platform[]>}
 */
export async function openManagers(wanted) {
  const chosen = managers.filter(({ title }) => wanted.length === 0 || wanted.some((one) => title.startsWith(one)));
  const platforms = [];
  for (const manager of chosen) {
    const name = manager.from.replace('@yarnpkg/cli-dist', 'yarn').replace('@', '-');
    platforms.push(openManager(manager, await installPackages(name, [manager.from])));
  }
  return platforms;
}

function openManager({ title, from, script, call, install = ['install'], isWorkspace = false, files = {} }, folder) {
  const program = process.execPath;
  const file = path.join(folder, 'node_modules', script);
  const runManager = (args, cwd, input) => runProgram(program, [file, ...args], { cwd, env: environment(), input });
  return {
    name: title,
    program,
    run: [],
    agent: from.replace('@yarnpkg/cli-dist', 'yarn').replace('@', '/'),
    project: isWorkspace ? 'servers/greeter' : 'greeter',
    async install(project) {
      for (const [name, text] of Object.entries(files)) write(path.join(project, name), text);
      if (isWorkspace) addWorkspaces(path.resolve(project, '../..'));
      await runManager(install, isWorkspace ? path.resolve(project, '../..') : project);
    },
    runCommand: (command, project, input) =>
      runManager([...call, 'create-mcp-from-schema', ...command], project, input),
  };
}

/** A workspace of the server, and another one next to it. */
function addWorkspaces(folder) {
  const all = { name: 'all', private: true, workspaces: ['servers/*', 'site'] };
  const site = { name: 'site', version: '1.0.0', private: true, dependencies: { yaml: '^2.9.0' } };
  write(path.join(folder, 'package.json'), JSON.stringify(all));
  write(path.join(folder, 'site', 'package.json'), JSON.stringify(site));
}

/** The environment without what the npm that started this run has set. */
function environment() {
  const inherited = Object.keys(process.env).filter((name) => /^npm_|^INIT_CWD$/iu.test(name));
  const unset = Object.fromEntries(inherited.map((name) => [name, undefined]));
  // Yarn 4 refuses to write its lock file where CI is set, and pnpm asks questions on a terminal.
  return {
    ...unset,
    CI: '',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_IGNORE_PATH: '1',
  };
}
