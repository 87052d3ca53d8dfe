import { resolve } from 'node:path';
import { isGeneratedFolder } from '../pipeline/write/manifest.js';
import { formerOptions, generatedOption } from '../tools/upgrade/former-options.js';
import { UsageError, type CommandOptions } from './command.js';

/** Arguments with current option names. */
export interface RenamedArguments {
  readonly argv: readonly string[];
  /** Warnings, one per deprecated name. */
  readonly warnings: readonly string[];
}

/**
 * Replaces deprecated option names with current ones.
 * @param options Options of the command.
 * @throws {UsageError} if `--out` is used as in 0.3 and earlier, for the folder of generated files.
 */
export function renameOptions(argv: readonly string[], options: CommandOptions, cwd: string): RenamedArguments {
  refuseFormerOut(argv, options, cwd);
  const warnings = new Set<string>();
  const renamed = argv.map((argument) => {
    const [, name = '', value = ''] = /^--([\w-]+)(=.*)?$/su.exec(argument) ?? [];
    const present = formerOptions.get(name);
    if (present === undefined || Object.hasOwn(options, name) || !Object.hasOwn(options, present)) return argument;
    warnings.add(`warning: --${name} is deprecated: use --${present}.\n`);
    return `--${present}${value}`;
  });
  return { argv: renamed, warnings: [...warnings] };
}

function refuseFormerOut(argv: readonly string[], options: CommandOptions, cwd: string): void {
  if (!Object.hasOwn(options, generatedOption)) return;
  const outValue = readOption(argv, 'out');
  if (outValue === undefined) return;
  const isOwn = Object.hasOwn(options, 'out');
  if (isOwn && !isGeneratedFolder(resolve(cwd, readOption(argv, 'root') ?? '.', outValue))) return;
  const meaning = isOwn ? 'the folder that this command writes to' : 'the output folder of `docs` and `package`';
  throw new UsageError(`--out is now ${meaning}. Use --${generatedOption} for the folder of generated files.`);
}

/** Returns the value of an option: `''` if it has none, `undefined` if the option is absent. */
function readOption(argv: readonly string[], name: string): string | undefined {
  const index = argv.findIndex((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
  if (index === -1) return undefined;
  const [, value] = /^[^=]*=(.*)$/su.exec(argv[index] ?? '') ?? [];
  return value ?? argv[index + 1] ?? '';
}
