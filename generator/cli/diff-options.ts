import type { Argv } from 'yargs';
import type { CommandOptions } from './command-options.js';

/** Changes that make the command fail. */
const failures = ['breaking', 'may-break', 'any', 'never'] as const;

/** Arguments of `diff`, as given. */
export interface DiffArguments {
  readonly old: string;
  readonly new?: string | undefined;
  readonly definitions: string;
  readonly 'fail-on': (typeof failures)[number];
  readonly json: boolean;
}

/** The options of `diff`. */
export const diffOptions = {
  definitions: {
    type: 'string',
    requiresArg: true,
    default: 'definitions',
    describe: 'Name of the definitions folder of a project',
  },
  'fail-on': {
    type: 'string',
    requiresArg: true,
    choices: failures,
    default: 'breaking',
    describe: 'Exit with 1 when there are changes that break clients, that may, or any',
  },
  json: { type: 'boolean', default: false, describe: 'Print the report as JSON' },
} as const satisfies CommandOptions;

const sideHelp = 'A project, a definitions folder, a definition, or a revision (git:<revision>[:<path>])';

/** Tells yargs which versions `diff` compares. */
export function declareSides(command: Argv): Argv<{ readonly old: string; readonly new: string | undefined }> {
  return command
    .positional('old', { type: 'string', demandOption: true, describe: sideHelp })
    .positional('new', { type: 'string', describe: 'The same; default: the working tree' });
}
