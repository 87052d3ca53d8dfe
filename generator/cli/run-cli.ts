import yargs, { type Argv } from 'yargs';
import { readPackageVersion } from '../package/load-package.js';
import type { CliIo } from './cli-io.js';
import { devOptions } from './dev-options.js';
import { declareSides, diffOptions } from './diff-options.js';
import { commonOptions, explainUsage, listValues, refuseFlagValues, type CommandOptions } from './command-options.js';
import { doctorOptions } from './doctor-options.js';
import { generateOptions, runGenerate } from './generate-command.js';
import { inspectOptions } from './inspect-options.js';
import { declareDirectory, runScaffold, scaffoldOptions } from './scaffold-command.js';
import { UsageError } from './usage-error.js';

/**
 * Runs the command line.
 *
 * @param argv arguments without interpreter and script
 * @returns the exit code: 0 fine, 1 errors, stale files, breaking changes or findings, 2 wrong usage or nothing to compare, 130
 * left at a question
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  // Some package managers pass it on, and yargs would leave out what follows.
  const completes = argv.includes('--get-yargs-completions');
  const given = argv.filter((argument) => completes || argument !== '--');
  let exitCode = 0;
  let known: CommandOptions = commonOptions;
  const select = (options: CommandOptions): void => {
    known = { ...options, ...commonOptions };
    if (!completes) refuseFlagValues(given, known);
  };
  const parser = createParser(io, () => known)
    .command(
      'generate',
      'Generate the server from its definitions, as often as you like',
      (command) => {
        select(generateOptions);
        return command.options(generateOptions);
      },
      async (values) => {
        exitCode = await runGenerate({ ...values, ...listAllowed(given), profile: listValues(given, 'profile') }, io);
      },
    )
    .command(
      'dev',
      'Serve a client on standard input and output while definitions and handlers change',
      (command) => {
        select(devOptions);
        return command.options(devOptions);
      },
      async (values) => {
        const { runDevCommand } = await import('./dev-command.js');
        exitCode = await runDevCommand({ ...values, ...listAllowed(given) }, io);
      },
    )
    .command(
      'diff <old> [new]',
      'Say what changed between two versions of the definitions, and whom it breaks',
      (command) => {
        select(diffOptions);
        return declareSides(command).options(diffOptions);
      },
      async (values) => {
        const { runDiff } = await import('./diff-command.js');
        exitCode = await runDiff(values, io);
      },
    )
    .command(
      'doctor',
      'Look for what is wrong with a project and around it; changes nothing',
      (command) => {
        select(doctorOptions);
        return command.options(doctorOptions);
      },
      async (values) => {
        const { runDoctor } = await import('./doctor-command.js');
        exitCode = await runDoctor(values, io);
      },
    )
    .command(
      'inspect',
      'Say what tools cost, and which clients have trouble with them',
      (command) => {
        select(inspectOptions);
        return command.options(inspectOptions);
      },
      async (values) => {
        const { runInspect } = await import('./inspect-command.js');
        exitCode = await runInspect({ ...values, ...listAllowed(given), profile: listValues(given, 'profile') }, io);
      },
    )
    .command(
      '$0 [directory]',
      'Create a new project',
      (command) => {
        select(scaffoldOptions);
        return declareDirectory(command).options(scaffoldOptions);
      },
      async (values) => {
        exitCode = await runScaffold({ ...values, header: listValues(given, 'header') }, io);
      },
    );
  declareCompletion(parser, () => select({}));
  try {
    await parser.parseAsync(given, {}, (_error, _parsed, output) => {
      // The default command has no name that anybody could type.
      const shown = completes ? output.replace(/^\$0.*\n?/mu, '').trimEnd() : output;
      if (shown !== '') io.writeOut(`${shown}\n`);
    });
    return exitCode;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.writeError(`${error.message}\n\nSee ${program} --help.\n`);
    return 2;
  }
}

function declareCompletion(parser: Argv, select: () => void): void {
  parser.command(
    'completion',
    'Print a script that makes bash or zsh complete commands and options',
    (command) => {
      select();
      return command.example('$0 completion >> ~/.bashrc', 'bash').example('$0 completion >> ~/.zshrc', 'zsh');
    },
    () => void parser.showCompletionScript(),
  );
}

const program = 'create-mcp-from-schema';

const introduction = `Turns definition files into a typed MCP server.

1. Create a project: ${program} my-server
2. Edit definitions/*.mcp.yaml: tools, prompts, resources.
3. Generate: ${program} generate
4. Implement the stubs that it lists. They are yours: never written over.
Then again from 2; the type checker points at what no longer fits.`;

function createParser(io: CliIo, knownOptions: () => CommandOptions): Argv {
  return yargs()
    .scriptName(program)
    .locale('en')
    .usage(introduction)
    .example('$0 bookshop --title "The Bookshop"', 'a new project in ./bookshop')
    .example('$0 shop --from ./shop.openapi.yaml', 'one whose tools call an HTTP API')
    .example('$0 shop --from https://example.com/openapi.json', 'the same, of a document that is fetched once')
    .example('$0 notes --from-server "npx -y some-server"', 'one that lists what a running server lists')
    .example('$0 generate', 'after each change of a definition')
    .example('$0 dev', 'as the command of a client: the server as it is now, whatever you change')
    .example('$0 generate --check', 'in CI: fails when generated/ is not up to date')
    .example('$0 inspect --sort tokens', 'what tools/list costs, dearest tools first')
    .example('$0 diff v1.0.0', 'before a release: what changed since that tag')
    .example('$0 generate --stub addOrder', 'to answer a tool yourself that an API answers')
    .version(readPackageVersion())
    .help()
    .alias('help', commonOptions.help.alias)
    .wrap(Math.min(io.columns, 110))
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'duplicate-arguments-array': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .strict()
    .exitProcess(false)
    .fail((message: string | undefined, error: Error | undefined) => {
      if (error && error.name !== 'YError') throw error;
      throw new UsageError(explainUsage(message ?? 'This makes no sense.', knownOptions()));
    });
}

/** What definitions may refer to, from options that may be repeated. */
function listAllowed(given: readonly string[]) {
  return { allowRemote: listValues(given, 'allow-remote'), allowOutside: listValues(given, 'allow-outside') };
}
