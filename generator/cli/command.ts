import type { Options, PositionalOptions } from 'yargs';
import { didYouMean } from '../core/diagnostics/suggest.js';
import type { CliIo } from './cli-io.js';

/** Options of one command by name, as yargs takes them. */
export type CommandOptions = Readonly<Record<string, Options>>;

/** One command of the command line. */
export interface Command {
  readonly options: CommandOptions;
  readonly positionals?: Readonly<Record<string, PositionalOptions>>;
  /**
   * Runs the command; returns the exit code.
   *
   * @param args Values of the options and positional arguments; a list where an option may be repeated.
   * @throws {UsageError} for invalid arguments
   */
  run(args: object, io: CliIo): Promise<number>;
}

/** Thrown for invalid arguments. The message explains the problem and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option that takes a text. */
export const textOption = { type: 'string', requiresArg: true } as const;

/** An option that takes a text and may be repeated. */
export const repeatedOption = { type: 'string', array: true, nargs: 1 } as const;

/** Arguments that a server gets after `--`. */
export const argOption = {
  ...repeatedOption,
  describe: "Argument of the server's own, such as a folder; may be repeated",
} as const;

/** An option that is on or off. */
export const flagOption = { type: 'boolean', default: false } as const;

/** Options of every command; yargs declares them itself. */
export const commonOptions = {
  help: { type: 'boolean', alias: 'h' },
  version: { type: 'boolean' },
} as const satisfies CommandOptions;

/**
 * Rejects values of flags other than `true` and `false`, which yargs would read as `false`.
 *
 * @param argv arguments as given
 * @throws {UsageError} for the first such value
 */
export function refuseFlagValues(argv: readonly string[], options: CommandOptions): void {
  const flags = Object.entries(options).filter(([, { type }]) => type === 'boolean');
  const names = new Set(flags.flatMap(([name, { alias }]) => [name, ...[alias ?? []].flat()]));
  for (const argument of argv) {
    const [, long, short, value = ''] = /^(?:--([^=]+)|-\w*(\w))=(.*)$/su.exec(argument) ?? [];
    const name = long ?? short;
    if (name === undefined || !names.has(name) || value === 'true' || value === 'false') continue;
    throw new UsageError(`${argument.slice(0, argument.indexOf('='))} is true or false, not "${value}".`);
  }
}

/**
 * Turns a yargs message into sentences. For unknown arguments it suggests similar option names.
 *
 * @param options Options of the command.
 * @param usage The command with its positional arguments, such as `diff <old> [new]`.
 */
export function explainUsage(message: string, options: CommandOptions, usage: string): string {
  const [, valueless] = /^Not enough arguments following: (.*)$/u.exec(message) ?? [];
  if (valueless !== undefined) return `${valueless.length === 1 ? '-' : '--'}${valueless} needs a value.`;
  if (message.startsWith('Not enough non-option arguments')) return `An argument is missing: ${usage}`;
  const unknown = /^Unknown arguments?: (.*)$/u.exec(message)?.[1]?.split(', ') ?? [];
  const hints = unknown.flatMap((name) => didYouMean(name, Object.keys(options))?.replace('`', '`--') ?? []);
  return [
    `${message}.`.replace(/\.\.$/u, '.'),
    ...hints.map((hint) => `${hint[0]?.toUpperCase()}${hint.slice(1)}`),
  ].join('\n');
}
