import type { InferredOptionTypes } from 'yargs';
import type { CliIo } from './cli-io.js';
import { repeatedOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { modelOptions, runWithModel, usesModel } from './evaluate-with-model.js';
import { accessOptions, folderOptions } from './project-options.js';

const options = {
  ...folderOptions,
  ...modelOptions,
  min: {
    ...repeatedOption,
    describe: 'Minimum of a figure, such as model.passed=0.9; can be repeated',
  },
  format: {
    ...textOption,
    choices: ['text', 'json', 'junit', 'html'],
    default: 'text',
    describe: 'Format of the report',
  },
  'fail-on': {
    ...textOption,
    choices: ['missing'],
    describe: 'Exit with 1 if a question has no recording (missing)',
  },
  ...accessOptions,
} as const satisfies CommandOptions;

/**
 * `evaluate`: asks a model the questions of the definitions, or replays what it did. Exits with 1 if a figure is below its
 * minimum or a recording no longer fits, and with 2 if definitions have errors.
 */
export const evaluateCommand: Command = {
  options,
  async run(args: InferredOptionTypes<typeof options>, io: CliIo) {
    if (!usesModel(args)) throw new UsageError('evaluate requires --model, --replay or --import.');
    return runWithModel(args, io);
  },
};
