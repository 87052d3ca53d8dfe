import type { Options, PositionalOptions } from 'yargs';
import { didYouMean } from '../core/diagnostics/suggest.js';
import type { CliIo } from './cli-io.js';

/** Options of a command by name, in yargs format. */
export type CommandOptions = Readonly<Record<string, Options>>;

/** A subcommand of the CLI. */
export interface Command {
  readonly options: CommandOptions;
  readonly positionals?: Readonly<Record<string, PositionalOptions>>;
  /**
   * Runs the command and returns the exit code.
   * @param args Values of options and positional arguments; a list for each option that can be repeated.
   * @throws {UsageError} if arguments are invalid.
   */
  run(args: object, io: CliIo): Promise<number>;
}

/** Thrown for invalid arguments. The message explains the problem and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Option that takes a string. */
export const textOption = { type: 'string', requiresArg: true } as const;

/** Option that takes a string and can be repeated. */
export const repeatedOption = { type: 'string', array: true, nargs: 1 } as const;

/** Arguments passed to a server after `--`. */
export const argOption = {
  ...repeatedOption,
  describe: 'Argument passed to the server, such as a folder; can be repeated',
} as const;

/** Boolean option. */
export const flagOption = { type: 'boolean', default: false } as const;

/** Options of every command. yargs declares them. */
export const commonOptions = {
  help: { type: 'boolean', alias: 'h' },
  version: { type: 'boolean' },
} as const satisfies CommandOptions;

/**
 * Rejects flag values other than `true` and `false`, which yargs would read as `false`.
 * @param argv Raw command line arguments.
 * @throws {UsageError} for the first invalid value.
 */
export function refuseFlagValues(argv: readonly string[], options: CommandOptions): void {
  const flags = Object.entries(options).filter(([, { type }]) => type === 'boolean');
  const names = new Set(flags.flatMap(([name, { alias }]) => [name, ...[alias ?? []].flat()]));
  for (const argument of argv) {
    const [, long, short, value = ''] = /^(?:--([^=]+)|-\w*(\w))=(.*)$/su.exec(argument) ?? [];
    const name = long ?? short;
    if (name === undefined || !names.has(name) || value === 'true' || value === 'false') continue;
    throw new UsageError(`${argument.slice(0, argument.indexOf('='))} must be true or false, not "${value}".`);
  }
}

/**
 * Rewrites a yargs message as sentences. Suggests similar option names for unknown arguments.
 * @param options Options of the command.
 * @param usage The command with its positional arguments, such as `diff <old> [new]`.
 */
export function explainUsage(message: string, options: CommandOptions, usage: string): string {
  const [, valueless] = /^Not enough arguments following: (.*)$/u.exec(message) ?? [];
  if (valueless !== undefined) return `${valueless.length === 1 ? '-' : '--'}${valueless} requires a value.`;
  if (message.startsWith('Not enough non-option arguments')) return `Missing argument: ${usage}`;
  const unknown = /^Unknown arguments?: (.*)$/u.exec(message)?.[1]?.split(', ') ?? [];
  const hints = unknown.flatMap((name) => didYouMean(name, Object.keys(options))?.text.replace('`', '`--') ?? []);
  return [
    `${message}.`.replace(/\.\.$/u, '.'),
    ...hints.map((hint) => `${hint[0]?.toUpperCase()}${hint.slice(1)}`),
  ].join('\n');
}
