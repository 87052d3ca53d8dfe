import { isAbsolute, relative, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { formatDiagnostics } from '../diagnostics/format-diagnostics.js';
import { generate, type GenerateOptions } from '../generate.js';
import type { CliIo } from './cli-io.js';
import { summariseReport } from './summarise-report.js';
import { UsageError } from './usage-error.js';

/** Arguments of `generate`, as given. */
export interface GenerateArguments {
  readonly root: string;
  readonly definitions: string;
  readonly handlers: string;
  readonly out: string;
  readonly runtime?: string | undefined;
  readonly check: boolean;
  readonly force: boolean;
  readonly strict: boolean;
}

/** Tells yargs which options `generate` has. */
export function declareGenerateOptions(parser: Argv): Argv<GenerateArguments> {
  const folder = { type: 'string', requiresArg: true } as const;
  const flag = { type: 'boolean', default: false } as const;
  return parser.options({
    definitions: { ...folder, default: 'definitions', describe: 'Folder of the definition files' },
    handlers: { ...folder, default: 'handlers', describe: 'Folder of your handlers' },
    out: { ...folder, default: 'generated', describe: 'Folder of the generated files' },
    root: { ...folder, default: '.', describe: 'Folder of the project; the other folders are inside it' },
    runtime: { ...folder, describe: 'Package to import the runtime from, instead of a copy in the generated folder' },
    check: { ...flag, describe: 'Write nothing; fail when something would change' },
    force: { ...flag, describe: 'Overwrite generated files that were edited by hand' },
    strict: { ...flag, describe: 'Treat warnings as errors' },
  });
}

/**
 * Generates, prints diagnostics and a summary.
 *
 * @returns the exit code
 * @throws {UsageError} for folders that cannot work together
 */
export async function runGenerate(given: GenerateArguments, io: CliIo): Promise<number> {
  const options = resolveOptions(given, io.cwd);
  const report = await generate(options);
  io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
  if (report.ok) io.writeOut(summariseReport(report, given.check));
  return report.ok ? 0 : 1;
}

function resolveOptions(given: GenerateArguments, cwd: string): GenerateOptions {
  const root = resolve(cwd, given.root);
  const definitions = projectFolder(root, 'definitions', given.definitions);
  const handlers = projectFolder(root, 'handlers', given.handlers);
  const out = projectFolder(root, 'out', given.out);
  if (new Set([definitions, handlers, out]).size < 3) {
    throw new UsageError('--definitions, --handlers and --out must be different folders.');
  }
  const { runtime, check, force, strict } = given;
  return { root, definitions, handlers, out, ...(runtime !== undefined && { runtime }), check, force, strict };
}

/** A folder as the generator wants it: relative to the root, forward slashes. */
function projectFolder(root: string, option: string, given: string): string {
  const folder = relative(root, resolve(root, given)).replaceAll('\\', '/');
  if (folder === '' || folder === '..' || folder.startsWith('../') || isAbsolute(folder)) {
    throw new UsageError(`--${option} must be a folder inside the project: ${given}`);
  }
  return folder;
}
