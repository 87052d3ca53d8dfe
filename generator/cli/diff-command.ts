import { isAbsolute } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { printJson } from '../core/diagnostics/format-diagnostics.js';
import { createDiffReport, type DiffReport, type DiffSide } from '../outputs/diff/diff-report.js';
import { formatReport } from '../outputs/diff/format-report.js';
import { textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { findSide, workingTreeOf, type FoundSide } from './find-side.js';
import { isJson, printErrorsAs } from './json-report.js';
import { formatOptions } from './project-options.js';
import { readSide } from './read-side.js';

const options = {
  definitions: { ...textOption, default: 'definitions', describe: 'Name of the definitions folder of a project' },
  'fail-on': {
    ...textOption,
    choices: ['breaking', 'may-break', 'any', 'never'],
    default: 'breaking',
    describe:
      'Exit with 1 for changes that break clients (breaking), for those and changes that may break clients (may-break), or for any change (any)',
  },
  ...formatOptions,
} as const satisfies CommandOptions;

const describe = 'A project, definitions folder, definition or Git revision (git:<revision>[:<path>])';
const positionals = {
  old: { type: 'string', demandOption: true, describe },
  new: { type: 'string', describe: 'The version to compare with, in the same form; default: the working tree' },
} as const;

type DiffArguments = InferredOptionTypes<typeof options & typeof positionals>;

/** `diff`: lists the changes between two versions. Exits with 2 if definitions cannot be read. */
export const diffCommand: Command = {
  options,
  positionals,
  async run(args: DiffArguments, io) {
    const { definitions } = args;
    if (isAbsolute(definitions) || /^\.{0,2}$|^\.\.[\\/]/u.test(definitions)) {
      throw new UsageError(`--definitions must name a folder inside a project: ${definitions}`);
    }
    const context = { cwd: io.cwd, definitions };
    const found: FoundSide[] = [];
    try {
      found.push(await findSide(args.old, context));
      const recent = await findSide(args.new ?? workingTreeOf(args.old, context), context);
      found.push(args.new === undefined ? { ...recent, label: 'working tree' } : recent);
      const sides: DiffSide[] = [];
      for (const one of found) {
        const side = await readSide(one, io, printErrorsAs(args, io));
        if (side) sides.push(side);
        else if (isJson(args)) return 2;
      }
      const [old, latest] = sides;
      if (!old || !latest) return 2;
      const report = createDiffReport(old, latest);
      const text = formatReport(report, { color: io.colorOut ?? false });
      io.writeOut(isJson(args) ? `${printJson(report)}\n` : text);
      return isFailure(report, args['fail-on']) ? 1 : 0;
    } finally {
      for (const { release } of found) await release();
    }
  },
};

function isFailure({ changes, summary }: DiffReport, failOn: DiffArguments['fail-on']): boolean {
  const { breaking, 'may-break': mayBreak } = summary.clients;
  const counts = { breaking, 'may-break': breaking + mayBreak, any: changes.length, never: 0 };
  return counts[failOn] > 0;
}
