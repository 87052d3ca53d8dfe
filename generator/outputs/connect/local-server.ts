import path from 'node:path';
import { nodeFileSystem } from '../../pipeline/write/file-system.js';
import type { Client, LocalServer, Machine } from './client.js';

/** Properties of a project that a client configuration needs. */
export interface ServerProject {
  /** Absolute path of the project. */
  readonly root: string;
  /** Server name in configurations. */
  readonly name: string;
  /** Environment variables that the server reads, according to `generated/env.example`. */
  readonly variables: readonly string[];
  /** Whether the server finds a `.env` file: it exists, or the first build creates it from `.env.example`. */
  readonly hasEnvironmentFile: boolean;
  /** Arguments of the server. */
  readonly args: readonly string[];
  /** Whether the server cannot be used over stdio, according to `generated/definition.ts`. */
  readonly needsHttp?: boolean;
  /** Path of this CLI relative to the root, if the configuration starts the CLI's `dev` command. */
  readonly devProgram?: string;
  /** Files that the configuration names but that do not exist yet, relative to the root. */
  readonly missing: readonly string[];
}

/** User choices about a configuration. */
interface ServerChoices {
  /** Default: the name in `package.json`, or else the folder name; with the suffix `-dev` for the `dev` command. */
  readonly name?: string | undefined;
  /** Arguments of the server. */
  readonly args?: readonly string[] | undefined;
  /** Whether to start the `dev` command instead of the built server. */
  readonly isDev?: boolean;
}

/**
 * Reads the properties of a project that a configuration needs. Files that do not exist are skipped.
 * @param out Generated folder, relative to the root.
 */
export async function readServerProject(
  root: string,
  out: string,
  { name: chosenName, args = [], isDev = false }: ServerChoices = {},
): Promise<ServerProject> {
  const defaultName = toServerName((await readPackageName(root)) ?? path.basename(root));
  const name = chosenName ?? (isDev ? `${defaultName}-dev` : defaultName);
  const devProgram = isDev ? await findDevProgram(root) : undefined;
  const [example, definition] = await Promise.all(
    ['env.example', 'definition.ts'].map((file) =>
      nodeFileSystem.readText(path.join(root, out, file)).catch(() => undefined),
    ),
  );
  const needsHttp = /^ {2}noStdio: /mu.test(definition ?? '');
  const variables = [...(example ?? '').matchAll(/^(?:# )?([A-Z_][A-Z0-9_]*)=/gmu)].map(
    ([, variable = '']) => variable,
  );
  const exists = async (file: string): Promise<boolean> =>
    (await nodeFileSystem.kindOf(path.join(root, file))) !== undefined;
  const program = devProgram ?? serverFile;
  const [isThere, hasEnvironment, hasExample] = await Promise.all([program, '.env', '.env.example'].map(exists));
  const hasEnvironmentFile = variables.length > 0 && (hasEnvironment === true || hasExample === true);
  const missing = [...(isThere ? [] : [program]), ...(hasEnvironmentFile && !hasEnvironment ? ['.env'] : [])];
  const found = { root, name, variables, hasEnvironmentFile, args, needsHttp, missing };
  return { ...found, ...(devProgram !== undefined && { devProgram }) };
}

/**
 * Finds this package as a dependency of the project or of a parent folder. Returns a path relative to the root, with
 * forward slashes.
 */
async function findDevProgram(root: string): Promise<string> {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const file = path.join(folder, devFile);
    if ((await nodeFileSystem.kindOf(file)) !== undefined) return path.relative(root, file).replaceAll('\\', '/');
    if (folder === path.dirname(folder)) return devFile;
  }
}

/** Path of this package's CLI below a folder in which the package is installed. */
const devFile = 'node_modules/create-mcp-from-schema/dist/generator/cli.js';

/** Bundle that `npm run build` writes. */
const serverFile = 'dist/server.mjs';

/**
 * Returns a name that every client accepts, which consists of letters, digits, hyphens and underscores. Removes the
 * scope of a package name.
 */
export function toServerName(name: string): string {
  return (
    name
      .replace(/^@[^/]*\//u, '')
      .replaceAll(/[^\w-]+/gu, '-')
      .replaceAll(/^-+|(?<!-)-+$/gu, '') || 'server'
  );
}

/**
 * Describes how to start the server of a project. In a project file of the same project, the client's variable for the
 * project folder replaces the path, so that the file can be shared.
 * @param node Absolute path of Node. Programs that are not started from a shell do not get the user's `PATH`.
 * @param project Folder whose project file is written; absent for the user's file.
 */
export function describeLocalServer(
  server: ServerProject,
  { projectVariable }: Pick<Client, 'projectVariable'>,
  { platform }: Pick<Machine, 'platform'>,
  node: string,
  project?: string,
): LocalServer {
  const { name, root, args, devProgram } = server;
  const isShared = project === root && projectVariable !== undefined;
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  const place = (file: string): string => (isShared ? `${projectVariable}/${file}` : join(root, file));
  const command = isShared ? 'node' : node;
  if (devProgram !== undefined) {
    const argOptions = args.map((argument) => `--arg=${argument}`);
    return {
      name,
      command,
      args: [place(devProgram), 'dev', '--root', isShared ? projectVariable : root, ...argOptions],
    };
  }
  const serverArgs = args.length > 0 ? ['--', ...args] : [];
  return { name, command, args: [place(serverFile), ...serverArgs] };
}

async function readPackageName(root: string): Promise<string | undefined> {
  try {
    const text = await nodeFileSystem.readText(path.join(root, 'package.json'));
    const { name } = JSON.parse(text ?? '') as { readonly name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
