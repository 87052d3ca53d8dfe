import yargs, { type Argv } from 'yargs';
import { didYouMean } from '../diagnostics/suggest.js';
import { readPackageVersion } from '../load/load-package.js';
import type { CliIo } from './cli-io.js';
import { declareGenerateOptions, runGenerate } from './generate-command.js';
import { declareScaffoldOptions, runScaffold } from './scaffold-command.js';
import { UsageError } from './usage-error.js';

/**
 * Runs the command line.
 *
 * @param argv arguments without interpreter and script
 * @returns the exit code: 0 fine, 1 errors or stale files, 2 wrong usage, 130 left at a question
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const parser = createParser(io)
    .command(
      'generate',
      'Generate the server from its definitions, as often as you like',
      declareGenerateOptions,
      async (given) => {
        exitCode = await runGenerate(given, io);
      },
    )
    .command('$0 [directory]', 'Create a new project', declareScaffoldOptions, async (given) => {
      exitCode = await runScaffold(given, io);
    });
  try {
    await parser.parseAsync(argv, {}, (_error, _parsed, output) => {
      if (output !== '') io.writeOut(`${output}\n`);
    });
    return exitCode;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.writeError(`${error.message}\n\nSee ${program} --help.\n`);
    return 2;
  }
}

const program = 'create-mcp-from-schema';

const introduction = `Turns definition files into a typed MCP server.

1. Create a project: ${program} my-server
2. Edit definitions/*.mcp.yaml: tools, prompts, resources.
3. Generate: ${program} generate
4. Implement the stubs that it lists. They are yours: never written over.
Then again from 2; the type checker points at what no longer fits.`;

function createParser(io: CliIo): Argv {
  return yargs()
    .scriptName(program)
    .locale('en')
    .usage(introduction)
    .example('$0 bookshop --title "The Bookshop"', 'a new project in ./bookshop')
    .example('$0 generate', 'after each change of a definition')
    .example('$0 generate --check', 'in CI: fails when generated/ is not up to date')
    .version(readPackageVersion())
    .help()
    .alias('help', 'h')
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
      throw new UsageError(explainUsage(message ?? 'This makes no sense.'));
    });
}

const optionNames = [
  'definitions',
  'handlers',
  'out',
  'runtime',
  'check',
  'force',
  'strict',
  'root',
  'name',
  'title',
  'description',
  'yes',
  'help',
  'version',
];

/** Adds what was probably meant to the message about unknown arguments. */
function explainUsage(message: string): string {
  const unknown = /^Unknown arguments?: (.*)$/u.exec(message)?.[1]?.split(', ') ?? [];
  const hints = unknown.flatMap((name) => didYouMean(name, optionNames)?.replace('`', '`--') ?? []);
  return [
    `${message}.`.replace(/\.\.$/u, '.'),
    ...hints.map((hint) => `${hint[0]?.toUpperCase()}${hint.slice(1)}`),
  ].join('\n');
}
