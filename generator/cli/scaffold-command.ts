import { existsSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { formatDiagnostics } from '../diagnostics/format-diagnostics.js';
import { suggest } from '../diagnostics/suggest.js';
import { deriveName, deriveTitle, explainName } from '../scaffold/project-name.js';
import type { ScaffoldOptions } from '../scaffold/scaffold.js';
import type { CliIo } from './cli-io.js';
import type { CommandOptions } from './command-options.js';
import { summariseReport } from './summarise-report.js';
import { UsageError } from './usage-error.js';

/** Arguments of the command that creates a project, as given. */
export interface ScaffoldArguments {
  readonly directory?: string | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly yes: boolean;
}

const textOption = { type: 'string', requiresArg: true } as const;

/** The options of the command that creates a project. */
export const scaffoldOptions = {
  name: { ...textOption, describe: 'Name of server and package, in lower case (default: from the folder)' },
  title: { ...textOption, describe: 'Name shown to people' },
  description: { ...textOption, describe: 'What the server is for, in a sentence' },
  yes: { type: 'boolean', default: false, alias: 'y', describe: 'Ask nothing, take the defaults' },
} as const satisfies CommandOptions;

/** Tells yargs that the command that creates a project may name its folder. */
export function declareDirectory(command: Argv): Argv<Pick<ScaffoldArguments, 'directory'>> {
  return command.positional('directory', { type: 'string', describe: 'New or empty folder of the project' });
}

/**
 * Creates a project; what is not given is asked for when somebody is there.
 *
 * @returns the exit code
 * @throws {UsageError} for a missing or impossible folder or name
 */
export async function runScaffold(given: ScaffoldArguments, io: CliIo): Promise<number> {
  refuseMistypedCommand(given, io);
  const problem = given.name === undefined ? undefined : explainName(given.name);
  if (problem !== undefined) throw new UsageError(`--name ${given.name}: ${problem}`);
  const options = await completeOptions(given, io);
  if (!options) return 130;
  // Loaded only by this command: it brings the whole generator along.
  const { scaffold } = await import('../scaffold/scaffold.js');
  const report = await scaffold(options);
  if (report.kind === 'refused') {
    io.writeError(`error: ${report.reason}\n`);
    return 1;
  }
  const { diagnostics, sources, ok } = report.generated;
  io.writeError(formatDiagnostics(diagnostics, sources, { color: io.color }));
  const folder = relative(io.cwd, options.directory) || '.';
  io.writeOut(`Created ${options.name} in ${folder}\n\n${summariseReport(report.generated, false)}`);
  io.writeOut(`\nNext:\n${nextSteps(folder).join('')}`);
  return ok ? 0 : 1;
}

function refuseMistypedCommand({ directory }: ScaffoldArguments, io: CliIo): void {
  if (directory === undefined || /[\\/]/u.test(directory) || existsSync(resolve(io.cwd, directory))) return;
  const command = suggest(directory, ['generate']);
  if (command === undefined) return;
  throw new UsageError(
    `Unknown command: ${directory}.\nDid you mean \`${command}\`? To create a project in this folder, write ./${directory}`,
  );
}

async function completeOptions(given: ScaffoldArguments, io: CliIo): Promise<ScaffoldOptions | undefined> {
  const ask = given.yes || !io.isInteractive ? takeDefault : askOn(io);
  if (given.directory === undefined && !given.yes && !io.isInteractive) {
    throw new UsageError('Which folder? Give one (create-mcp-from-schema my-server), or --yes to take my-mcp-server.');
  }
  const folder = given.directory ?? (await ask('Folder', given.name ?? 'my-mcp-server'));
  if (folder === undefined) return undefined;
  const directory = resolve(io.cwd, folder);
  const name = given.name ?? (await ask('Name', nameOfFolder(directory, ask === takeDefault), explainName));
  if (name === undefined) return undefined;
  const title = given.title ?? (await ask('Title', deriveTitle(name)));
  if (title === undefined) return undefined;
  const description = given.description ?? (await ask('Description', `The MCP server ${name}.`));
  if (description === undefined) return undefined;
  return { directory, name, title, description };
}

type Ask = (
  label: string,
  byDefault: string,
  explain?: (answer: string) => string | undefined,
) => Promise<string | undefined>;

const takeDefault: Ask = (_label, byDefault) => Promise.resolve(byDefault);

/** Asks until the answer can be used; an empty one takes the default. */
function askOn(io: CliIo): Ask {
  return async function ask(label, byDefault, explain) {
    const answer = await io.ask(`${label} (${byDefault}): `);
    if (answer === undefined) return undefined;
    const value = answer.trim() || byDefault;
    const problem = explain?.(value);
    if (problem === undefined) return value;
    io.writeError(`${problem}\n`);
    return ask(label, byDefault, explain);
  };
}

function nameOfFolder(directory: string, isFinal: boolean): string {
  const name = deriveName(basename(directory));
  if (name !== undefined) return name;
  if (isFinal) throw new UsageError(`No name can be made of the folder ${basename(directory)}: give one with --name.`);
  return 'my-mcp-server';
}

function nextSteps(folder: string): readonly string[] {
  const change = folder === '.' ? [] : [`  cd ${/[^\w./\\-]/u.test(folder) ? `"${folder}"` : folder}\n`];
  return [
    ...change,
    '  npm install\n',
    '  npm run build      type-checks, bundles dist/server.mjs\n',
    '  npm start          serves on standard input and output\n',
    '\nREADME.md says how to connect Claude, VS Code and Cursor.\n',
  ];
}
