import { isAbsolute, relative, resolve } from 'node:path';
import { formatDiagnostics } from '../diagnostics/format-diagnostics.js';
import { artifactKinds } from '../emit/artifacts/emit-artifacts.js';
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
  readonly artifacts?: string | undefined;
  readonly check: boolean;
  readonly force: boolean;
  readonly strict: boolean;
  readonly 'keep-going': boolean;
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
  artifacts: {
    ...folderOption,
    describe: `Also write each tool for other systems, a list of ${artifactKinds.join(', ')}`,
  },
  check: { ...flagOption, describe: 'Write nothing; fail when something would change' },
  force: { ...flagOption, describe: 'Overwrite generated files that were edited by hand' },
  strict: { ...flagOption, describe: 'Treat warnings as errors' },
  'keep-going': { ...flagOption, describe: 'Leave out what has errors and generate the rest; fails all the same' },
} as const satisfies CommandOptions;

/**
 * Generates, prints diagnostics and a summary.
 *
 * @returns the exit code
 * @throws {UsageError} for folders that cannot work together, and a project that does not exist
 */
export async function runGenerate(given: GenerateArguments, io: CliIo): Promise<number> {
  const options = resolveOptions(given, io.cwd);
  if (!(await isFolder(options.root))) throw new UsageError(`--root is not a folder that exists: ${given.root}`);
  const report = await generate(options);
  io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
  if (report.ok || isWritten(report)) io.writeOut(summariseReport(report, given.check));
  return report.ok ? 0 : 1;
}

/** Whether a run that left something out did the rest of its work. */
function isWritten({ leftOut, write }: GenerateReport): boolean {
  return leftOut !== undefined && write !== undefined && write.diagnostics.length === 0;
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
  const keepGoing = given['keep-going'] ? { keepGoing: true } : {};
  const artifacts = readArtifacts(given.artifacts);
  return {
    root,
    definitions,
    handlers,
    out,
    ...(runtime !== undefined && { runtime }),
    ...artifacts,
    ...keepGoing,
    check,
    force,
    strict,
  };
}

function readArtifacts(given: string | undefined): Pick<GenerateOptions, 'artifacts'> {
  if (given === undefined) return {};
  const artifacts = given.split(',').map((word) => {
    const kind = artifactKinds.find((known) => known === word.trim());
    if (!kind) throw new UsageError(`--artifacts is a list of ${artifactKinds.join(', ')}: ${given}`);
    return kind;
  });
  return { artifacts };
}

/** A folder as the generator wants it: relative to the root, forward slashes. */
function projectFolder(root: string, option: string, given: string): string {
  const folder = relative(root, resolve(root, given)).replaceAll('\\', '/');
  if (folder === '' || folder === '..' || folder.startsWith('../') || isAbsolute(folder)) {
    throw new UsageError(`--${option} must be a folder inside the project: ${given}`);
  }
  return folder;
}
