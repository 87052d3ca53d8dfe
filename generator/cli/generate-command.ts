import { isAbsolute, relative, resolve } from 'node:path';
import { addStub } from '../add-stub.js';
import { formatDiagnostics } from '../diagnostics/format-diagnostics.js';
import { generate, type GenerateOptions, type GenerateReport } from '../generate.js';
import { isFolder } from '../write/create-folder.js';
import type { CliIo } from './cli-io.js';
import type { CommandOptions } from './command-options.js';
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
  readonly stub?: string | undefined;
}

const folderOption = { type: 'string', requiresArg: true } as const;
const flagOption = { type: 'boolean', default: false } as const;

/** The options of `generate`. */
export const generateOptions = {
  definitions: { ...folderOption, default: 'definitions', describe: 'Folder of the definition files' },
  handlers: { ...folderOption, default: 'handlers', describe: 'Folder of your handlers' },
  out: { ...folderOption, default: 'generated', describe: 'Folder of the generated files' },
  root: { ...folderOption, default: '.', describe: 'Folder of the project; the other folders are inside it' },
  runtime: {
    ...folderOption,
    describe: 'Package to import the runtime from, instead of a copy in the generated folder',
  },
  check: { ...flagOption, describe: 'Write nothing; fail when something would change' },
  force: { ...flagOption, describe: 'Overwrite generated files that were edited by hand' },
  strict: { ...flagOption, describe: 'Treat warnings as errors' },
  stub: {
    ...folderOption,
    describe: 'Write a stub for this tool: one that is forwarded to an API, or one whose handler was deleted',
  },
} as const satisfies CommandOptions;

/**
 * Generates, prints diagnostics and a summary.
 *
 * @returns the exit code
 * @throws {UsageError} for folders that cannot work together, and a project that does not exist
 */
export async function runGenerate(given: GenerateArguments, io: CliIo): Promise<number> {
  const options = resolveGenerateOptions(given, io.cwd);
  if (!(await isFolder(options.root))) throw new UsageError(`--root is not a folder that exists: ${given.root}`);
  if (given.stub !== undefined) return runStub(given, given.stub, options, io);
  return printReport(await generate(options), given.check, io);
}

function printReport(report: GenerateReport, check: boolean, io: CliIo): number {
  io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
  if (report.ok) io.writeOut(summariseReport(report, check));
  return report.ok ? 0 : 1;
}

async function runStub(given: GenerateArguments, tool: string, options: GenerateOptions, io: CliIo): Promise<number> {
  if (given.check) throw new UsageError('--stub writes, and --check writes nothing.');
  const report = await addStub(options, tool);
  if (report.kind === 'refused') {
    io.writeError(`error: ${report.reason}\n`);
    return 1;
  }
  if (report.kind === 'broken') return printReport(report.generated, false, io);
  const { generated, edited, handler } = report;
  if (edited !== undefined) io.writeOut(`Changed ${edited}: you answer ${tool} now.\n`);
  const isThere = generated.write !== undefined && !generated.write.created.includes(handler);
  if (generated.ok && isThere) io.writeOut(`${handler} is there already; it stays as it is.\n`);
  return printReport(generated, false, io);
}

/**
 * What arguments mean.
 *
 * @throws {UsageError} for folders that cannot work together
 */
export function resolveGenerateOptions(given: GenerateArguments, cwd: string): GenerateOptions {
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
