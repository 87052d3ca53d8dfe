import type { Options } from 'yargs';
import { didYouMean } from '../diagnostics/suggest.js';
import { UsageError } from './usage-error.js';

/** Options of one command by name, as yargs wants them. */
export type CommandOptions = Readonly<Record<string, Options>>;

/** Options of every command; yargs declares them itself. */
export const commonOptions = {
  help: { type: 'boolean', alias: 'h' },
  version: { type: 'boolean' },
} as const satisfies CommandOptions;

/**
 * Refuses values of flags that are neither `true` nor `false`, which yargs takes for `false`.
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
 * All values of an option that may be given more than once; of such options yargs keeps the last value only.
 *
 * @param argv arguments as given
 * @param name of the option, without dashes
 */
export function listValues(argv: readonly string[], name: string): readonly string[] {
  return argv.flatMap((argument, index) => {
    if (argument === `--${name}`) return argv[index + 1] ?? [];
    return argument.startsWith(`--${name}=`) ? argument.slice(name.length + 3) : [];
  });
}

/** The message of yargs as a sentence, with what was probably meant where it is about unknown arguments. */
export function explainUsage(message: string, options: CommandOptions): string {
  const unknown = /^Unknown arguments?: (.*)$/u.exec(message)?.[1]?.split(', ') ?? [];
  const hints = unknown.flatMap((name) => didYouMean(name, Object.keys(options))?.replace('`', '`--') ?? []);
  return [
    `${message}.`.replace(/\.\.$/u, '.'),
    ...hints.map((hint) => `${hint[0]?.toUpperCase()}${hint.slice(1)}`),
  ].join('\n');
}
