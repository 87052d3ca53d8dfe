import { basename, resolve } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { deriveName, deriveTitle, explainName } from '../tools/scaffold/project-name.js';
import type { ProjectIdentity } from '../tools/scaffold/identity-view.js';
import { readServer } from '../tools/scaffold/server/read-server.js';
import { readLibrarySample } from '../tools/scaffold/source/library-sample.js';
import { sampleSource, type ProjectSource } from '../tools/scaffold/source/project-source.js';
import { readSource } from '../tools/scaffold/source/read-source.js';
import type { CliIo } from './cli-io.js';
import { askForTables } from './ask-for-tables.js';
import { flagOption, repeatedOption, textOption, UsageError, type CommandOptions } from './command.js';

/** Options that determine what a new project starts from. */
export const sourceOptions = {
  template: {
    ...textOption,
    choices: ['dice', 'library'],
    describe:
      'Start from a sample: dice has a tool, a prompt and a resource; library has users, scopes, an API and an authorization server for testing (default: dice)',
  },
  from: {
    ...textOption,
    describe:
      'Start from an OpenAPI document (path or https URL), a definition, a folder of definitions, a saved tools/list result, a BotServer script or descriptor, or a database (postgres, mysql or mariadb URL, or SQLite file)',
  },
  'from-server': {
    ...textOption,
    describe:
      'Start from the tools, prompts and resources that a running MCP server lists, given its URL or the command that starts it',
  },
  table: {
    ...repeatedOption,
    describe:
      'Table of the database of --from to create tools for; `*` stands for any characters, as in "public.*"; can be repeated (default: all tables, if there are at most 50)',
  },
  writes: {
    ...flagOption,
    describe: 'Also create tools that insert, update and delete rows of the database of --from',
  },
  header: {
    ...repeatedOption,
    describe: 'Header for the URL of --from-server, such as "Authorization: Bearer …"; can be repeated',
  },
} as const satisfies CommandOptions;

/** Options that identify a new project. */
export const identityOptions = {
  name: {
    ...textOption,
    describe:
      'Name of the server and package: a-z, 0-9, dots, hyphens and underscores (default: the server name in the --from definition, otherwise the folder name)',
  },
  title: { ...textOption, describe: 'Name shown to users' },
  description: { ...textOption, describe: 'Purpose of the server, in one sentence' },
} as const satisfies CommandOptions;

/** Positional argument: the folder of the new project. */
export const folderPositional = {
  directory: { type: 'string', describe: 'New or empty project folder' },
} as const;

type SourceArguments = Partial<InferredOptionTypes<typeof sourceOptions>>;

/** Folder and identity of a new project, insofar as they are set on the command line. */
export type ProjectFolderArguments = InferredOptionTypes<typeof identityOptions & typeof folderPositional>;

/** Identity and folder of a new project. */
interface CompleteProject extends ProjectIdentity {
  /** Absolute path. */
  readonly directory: string;
}

/**
 * Reads the source of a new project: from the options, or else as chosen by the user. Default: the sample.
 * @param asks Whether the user can be prompted.
 * @returns `undefined` if the user quits at a prompt.
 * @throws {UsageError} if there are two sources or an invalid `--header`.
 * @throws {SourceError} if the source cannot be read.
 */
export async function chooseSource(
  args: SourceArguments,
  io: CliIo,
  asks: boolean,
  signal: AbortSignal,
): Promise<ProjectSource | undefined> {
  const { template, from, 'from-server': server, header: headers = [], table: tables = [], writes = false } = args;
  const chosen = Object.entries({ template, from, 'from-server': server }).filter(([, value]) => value !== undefined);
  if (chosen.length > 1)
    throw new UsageError(`${chosen.map(([name]) => `--${name}`).join(' and ')} are mutually exclusive.`);
  if (headers.length > 0 && server === undefined)
    throw new UsageError('--header can only be used with a URL as --from-server.');
  if (from === undefined && (tables.length > 0 || writes) && (chosen.length > 0 || !asks))
    throw new UsageError('--table and --writes can only be used with a database as --from.');
  // An empty path would mean the current folder.
  for (const [name, value] of chosen) if (value?.trim() === '') throw new UsageError(`--${name} is empty.`);
  const target = { headers: new Map(headers.map(parseHeader)), cwd: io.cwd };
  if (server !== undefined) return readServer({ server, ...target }, signal);
  if (from !== undefined)
    return readSource(from, io.cwd, signal, { tables, writes, ...(asks && { choose: askForTables(io) }) });
  if (template !== undefined) return template === 'library' ? readLibrarySample() : sampleSource;
  return asks ? askForSource({ table: tables, writes }, io, signal) : sampleSource;
}

async function askForSource(args: SourceArguments, io: CliIo, signal: AbortSignal): Promise<ProjectSource | undefined> {
  const chosen = await io.ask({
    kind: 'choice',
    message: 'Start from',
    choices: [
      { value: 'sample', label: 'A sample', hint: 'a tool, a prompt and a resource to change' },
      {
        value: 'library',
        label: 'A sample with users',
        hint: 'logins, scopes, an API, and an authorization server for testing',
      },
      {
        value: 'file',
        label: 'A document',
        hint: 'OpenAPI, a definition, a saved tools/list result, a BotServer script or descriptor',
      },
      { value: 'server', label: 'A running MCP server', hint: 'its tools, prompts and resources become a definition' },
      { value: 'database', label: 'A database', hint: 'PostgreSQL, MySQL, MariaDB or SQLite: its tables become tools' },
    ],
  });
  if (chosen === undefined) return undefined;
  if (chosen === 'sample') return sampleSource;
  if (chosen === 'library') return readLibrarySample();
  const isServer = chosen === 'server';
  const named = await io.ask({
    kind: 'text',
    message: questions[chosen] ?? 'Path or https URL of the file',
    explain: (input) => (input === '' ? 'Enter a path, a URL or a command.' : undefined),
  });
  if (named === undefined) return undefined;
  // Only a database has more to choose.
  const asks = chosen === 'database';
  return chooseSource({ ...args, ...(isServer ? { 'from-server': named } : { from: named }) }, io, asks, signal);
}

const questions: { readonly [source: string]: string } = {
  server: 'URL, or command that starts the server',
  database: 'URL, such as postgres://user:password@host/name, or path of the SQLite file',
};

/** @throws {UsageError} for anything but `Name: value`. */
export function parseHeader(text: string): readonly [string, string] {
  const [, name, rest = ''] = /^([!#$%&'*+.^_`|~\w-]+):(.*)/su.exec(text) ?? [];
  const value = rest.trim();
  if (name === undefined || !/^[\x20-\x7e\x80-\xff]*$/u.test(value))
    throw new UsageError('--header requires a name and a value, such as "Authorization: Bearer token".');
  return [name, value];
}

/**
 * Completes the identity of a new project by prompting the user, or else with defaults derived from the source.
 * @param asks Whether the user can be prompted.
 * @returns `undefined` if the user quits at a prompt.
 * @throws {UsageError} if no name can be derived from the folder.
 */
export async function completeProject(
  args: ProjectFolderArguments,
  source: ProjectSource,
  io: CliIo,
  asks: boolean,
): Promise<CompleteProject | undefined> {
  const ask = async (message: string, defaultValue: string, explain?: (input: string) => string | undefined) =>
    asks ? io.ask({ kind: 'text', message, defaultValue, ...(explain && { explain }) }) : defaultValue;
  const folder = args.directory ?? (await ask('Folder', args.name ?? source.name ?? 'my-mcp-server'));
  if (folder === undefined) return undefined;
  const directory = resolve(io.cwd, folder);
  const name = args.name ?? (await ask('Name', source.serverName ?? nameOfFolder(directory, !asks), explainName));
  if (name === undefined) return undefined;
  const title = args.title ?? (await ask('Title', source.title ?? deriveTitle(name)));
  if (title === undefined) return undefined;
  const description = args.description ?? (await ask('Description', source.description ?? `The MCP server ${name}.`));
  return description === undefined ? undefined : { directory, name, title, description };
}

function nameOfFolder(directory: string, isFinal: boolean): string {
  const name = deriveName(basename(directory));
  if (name !== undefined) return name;
  if (isFinal)
    throw new UsageError(`No valid name can be derived from the folder ${basename(directory)}. Set one with --name.`);
  return 'my-mcp-server';
}
