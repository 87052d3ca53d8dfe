import { env } from 'node:process';
import yargs, { type Argv } from 'yargs';
import { readPackageVersion } from '../core/package/package-version.js';
import type { CliIo } from './cli-io.js';
import { renameOptions } from './rename-options.js';
import {
  commonOptions,
  explainUsage,
  refuseFlagValues,
  UsageError,
  type Command,
  type CommandOptions,
} from './command.js';

interface CommandEntry {
  /** Name and positional arguments in yargs syntax. */
  readonly usage: string;
  readonly description: string;
  /** Imports the command. A run loads only the code of its own command. */
  readonly load: () => Promise<Command>;
}

const commands: readonly CommandEntry[] = [
  {
    usage: 'generate',
    description: 'Generate types, validators and stubs',
    load: async () => (await import('./generate-command.js')).generateCommand,
  },
  {
    usage: 'build',
    description: 'Type-check and bundle',
    load: async () => (await import('./build-command.js')).buildCommand,
  },
  {
    usage: 'package [targets..]',
    description: 'Package for clients, registries and platforms',
    load: async () => (await import('./package-command.js')).packageCommand,
  },
  {
    usage: 'dev',
    description: 'Run with hot reload',
    load: async () => (await import('./dev-command.js')).devCommand,
  },
  {
    usage: 'test [files..]',
    description: 'Run tests',
    load: async () => (await import('./test-command.js')).testCommand,
  },
  {
    usage: 'diff <old> [new]',
    description: 'List changes, flagging breaking ones',
    load: async () => (await import('./diff-command.js')).diffCommand,
  },
  {
    usage: 'doctor',
    description: 'Diagnose project and clients',
    load: async () => (await import('./doctor-command.js')).doctorCommand,
  },
  {
    usage: 'connect [client]',
    description: 'Print or write client configuration',
    load: async () => (await import('./connect-command.js')).connectCommand,
  },
  {
    usage: 'inspect [server]',
    description: 'Report token usage and client compatibility',
    load: async () => (await import('./inspect-command.js')).inspectCommand,
  },
  {
    usage: 'evaluate',
    description: 'Measure how well models find and use the tools',
    load: async () => (await import('./evaluate-command.js')).evaluateCommand,
  },
  {
    usage: 'contract',
    description: 'Sign or export the contract',
    load: async () => (await import('./contract-command.js')).contractCommand,
  },
  {
    usage: 'docs',
    description: 'Generate reference docs',
    load: async () => (await import('./docs-command.js')).docsCommand,
  },
  {
    usage: 'ui <server>',
    description: 'Open the Dev UI on any server',
    load: async () => (await import('./ui-command.js')).uiCommand,
  },
  {
    usage: 'upgrade',
    description: 'Rewrite deprecated names',
    load: async () => (await import('./upgrade-command.js')).upgradeCommand,
  },
  {
    usage: '$0 [directory]',
    description: 'Create a new project',
    load: async () => (await import('./scaffold-command.js')).scaffoldCommand,
  },
];

/**
 * Runs the command line.
 * @param argv Arguments without interpreter and script.
 * @returns The exit code: 0 for success; 1 for errors, out-of-date files, breaking changes or findings; 2 for wrong
 * usage or nothing to compare; 130 if the user quits at a prompt.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  const [command, shell = ''] = argv;
  // yargs prints the script for the shell that this variable names.
  if (command === 'completion' && shells.includes(shell)) env['SHELL'] = shell;
  // Some package managers pass `--` on. yargs would ignore the arguments after it.
  const completes = argv.includes('--get-yargs-completions');
  const typed = argv.filter((argument) => completes || argument !== '--');
  let knownOptions: CommandOptions = commonOptions;
  let usage = '';
  const explain = (message: string): string => explainUsage(message, knownOptions, usage);
  const parser = createParser(io, explain);
  const renamed = completes ? typed : await withPresentNames(typed, io);
  if (!renamed) return 2;
  for (const entry of commands) {
    const command = isMeant(entry, renamed) ? await entry.load() : undefined;
    parser.command(
      entry.usage,
      entry.description,
      (yargsCommand) => {
        knownOptions = { ...command?.options, ...commonOptions };
        usage = `${program} ${entry.usage.replace('$0 ', '')}`;
        if (!completes) refuseFlagValues(renamed, knownOptions);
        for (const [name, one] of Object.entries(command?.positionals ?? {})) yargsCommand.positional(name, one);
        return yargsCommand.options(command?.options ?? {});
      },
      (values) => {
        if (command) throw new CommandFound(() => command.run(withLastValues(command, values), io));
      },
    );
  }
  parser.command(
    'completion [shell]',
    'Print a script that completes commands and options in bash, zsh or fish',
    (yargsCommand) =>
      yargsCommand
        .positional('shell', { choices: shells, describe: 'Default: the shell in the SHELL variable, else bash' })
        .example('$0 completion bash >> ~/.bashrc', 'bash')
        .example('$0 completion zsh >> ~/.zshrc', 'zsh')
        .example('$0 completion fish > ~/.config/fish/completions/$0.fish', 'fish'),
    () => void parser.showCompletionScript(),
  );
  try {
    const found = await findCommand(() =>
      parser.parseAsync(renamed, {}, (_error, _parsed, output) => {
        // The default command has no name that a user could type.
        const shown = completes ? output.replace(/^\$0.*\n?/mu, '').trimEnd() : output;
        if (shown !== '') io.writeOut(`${shown}\n`);
      }),
    );
    return (await found?.run()) ?? 0;
  } catch (error) {
    if (!(error instanceof Error) || !['UsageError', 'YError'].includes(error.name)) throw error;
    const message = error.name === 'YError' ? explain(error.message) : error.message;
    io.writeError(`${message}\n${advice}`);
    return 2;
  }
}

async function findCommand(parse: () => Promise<unknown>): Promise<CommandFound | undefined> {
  try {
    await parse();
    return undefined;
  } catch (error) {
    if (error instanceof CommandFound) return error;
    throw error;
  }
}

/** Thrown to end parsing: after a handler, yargs would render the help of its command, which takes 60 ms. */
class CommandFound extends Error {
  readonly run: () => Promise<number>;

  constructor(run: () => Promise<number>) {
    super();
    this.run = run;
  }
}

/**
 * Replaces deprecated option names and prints a warning for each. Prints errors and returns `undefined` if there are
 * any.
 */
async function withPresentNames(typed: readonly string[], io: CliIo): Promise<readonly string[] | undefined> {
  const names = commands.map((command) => command.usage.split(' ', 1)[0]);
  const name = typed.find((argument) => names.includes(argument)) ?? '$0';
  const command = typed[0] === 'completion' ? undefined : await commands[names.indexOf(name)]?.load();
  if (!command) return typed;
  try {
    const { argv, warnings } = renameOptions(typed, command.options, io.cwd);
    io.writeError(warnings.join(''));
    return argv;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.writeError(`${error.message}\n${advice}`);
    return undefined;
  }
}

/** Keeps the last value of an option that is repeated but takes only one value. */
function withLastValues({ options, positionals }: Command, values: object): object {
  const lists = { ...options, ...positionals };
  const isList = (name: string): boolean => lists[name]?.array === true;
  const last = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) && !isList(name) ? value.at(-1) : value,
  ]);
  return Object.fromEntries(last);
}

/**
 * Whether arguments select a command. The default command is selected if they do not begin with another command name.
 */
function isMeant({ usage }: CommandEntry, words: readonly string[]): boolean {
  const names = commands.map((command) => command.usage.split(' ', 1)[0]);
  return usage.startsWith('$0') ? !names.includes(words[0]) : words.includes(usage.split(' ', 1)[0] ?? '');
}

const program = 'create-mcp-from-schema';
/** Hint printed after a usage error. */
const advice = `\nSee ${program} --help.\n`;
const shells = ['bash', 'zsh', 'fish'];

const introduction = `Turns definition files into a typed MCP server.

1. Create a project: ${program} my-server
2. Edit definitions/*.mcp.yaml: tools, prompts, resources.
3. Generate: ${program} generate
4. Implement the stubs that it lists. They are never overwritten.

After each change, repeat from step 2. The type checker marks handlers that no longer match the definitions.`;

function createParser(io: CliIo, explain: (message: string) => string): Argv {
  return yargs()
    .scriptName(program)
    .locale('en')
    .usage(introduction)
    .example('$0 bookshop --title "The Bookshop"', 'a new project in ./bookshop')
    .example('$0 shop --from ./shop.openapi.yaml', 'a new project whose tools call an HTTP API')
    .example('$0 shop --from https://example.com/openapi.json', 'the same, with a document that is downloaded once')
    .example(
      '$0 notes --from-server "npx -y some-server"',
      'a new project with the tools, prompts and resources of a running server',
    )
    .example('$0 generate', 'after each change of a definition')
    .example('$0 build', 'type-check the project and bundle dist/server.mjs')
    .example('$0 dev', 'command for a client configuration that always runs the current server')
    .example('$0 generate --check', 'in CI: fail if generated/ is out of date')
    .example('$0 connect cursor --write', 'add the server to the Cursor configuration')
    .example('$0 ui https://example.com/mcp', 'view, call and test any server in the browser')
    .example('$0 inspect --sort tokens', 'the size of tools/list in tokens, largest tools first')
    .example('$0 evaluate --min bm25.firstFive=0.9', 'in CI: fail if tools are hard to find')
    .example('$0 diff v1.0.0', 'before a release: list what changed since that tag')
    .example('$0 docs --since v1.0.0', 'reference docs of the server, with the changes since that tag')
    .example('$0 package mcpb npm', 'packages for Claude Desktop and npm, in packages/')
    .example('$0 generate --stub addOrder', 'write a handler for an API tool that has none')
    .version(readPackageVersion())
    .help()
    .alias('help', commonOptions.help.alias)
    .wrap(Math.min(io.columns, 110))
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .strict()
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      throw error ?? new UsageError(explain(message ?? 'Invalid command line.'));
    });
}
