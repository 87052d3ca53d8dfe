import { isAbsolute, relative, resolve } from 'node:path';
import { formatDiagnostics } from '../diagnostics/format-diagnostics.js';
import { generate, type GenerateOptions } from '../generate.js';
import { watchDefinitions } from '../watch/watch-definitions.js';
import { isFolder } from '../write/create-folder.js';
import { chooseProfiles } from './choose-profiles.js';
import type { CliIo } from './cli-io.js';
import type { CommandOptions } from './command-options.js';
import { summariseChanges } from './summarise-changes.js';
import { summariseReport } from './summarise-report.js';
import { UsageError } from './usage-error.js';

/** Which project, as given. */
export interface ProjectArguments {
  readonly root: string;
  readonly definitions: string;
  readonly handlers: string;
  readonly out: string;
  readonly runtime?: string | undefined;
  /** Hosts. */
  readonly allowRemote?: readonly string[];
  /** Folders. */
  readonly allowOutside?: readonly string[];
}

/** Arguments of `generate`, as given. */
export interface GenerateArguments extends ProjectArguments {
  readonly check: boolean;
  readonly watch: boolean;
  readonly force: boolean;
  readonly strict: boolean;
  /** Names of client profiles, or `none`; when there are none here, those of the last run count. */
  readonly profile?: readonly string[];
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
  watch: { ...flagOption, describe: 'Generate again after each change, until you stop it' },
  force: { ...flagOption, describe: 'Overwrite generated files that were edited by hand' },
  strict: { ...flagOption, describe: 'Treat warnings as errors, such as an operation that no tool can be made of' },
  profile: {
    ...folderOption,
    describe: 'Client that descriptors are lowered for, such as gemini; may be repeated; kept until you say none',
  },
  'allow-remote': {
    ...folderOption,
    describe: 'Host that definitions may refer to by https, such as example.com; may be repeated',
  },
  'allow-outside': {
    ...folderOption,
    describe: 'Folder that definitions may refer to besides their own; may be repeated',
  },
} as const satisfies CommandOptions;

/**
 * Generates, prints diagnostics and a summary.
 *
 * @returns the exit code
 * @throws {UsageError} for folders that cannot work together, and a project that does not exist
 */
export async function runGenerate(given: GenerateArguments, io: CliIo): Promise<number> {
  const { check, watch, force, strict } = given;
  if (check && watch) throw new UsageError('--check and --watch exclude each other.');
  const profiles = chooseProfiles(given.profile ?? []);
  const options = {
    ...(await resolveProject(given, io.cwd)),
    ...(profiles && { profiles }),
    check,
    force,
    strict,
  };
  if (watch) return watchProject(options, io);
  const report = await generate(options);
  io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
  if (report.ok) io.writeOut(summariseReport(report, given.check));
  return report.ok ? 0 : 1;
}

/** Generates after each change, and tells what it changed; errors do not end it. */
async function watchProject(options: GenerateOptions, io: CliIo): Promise<number> {
  const { stopped } = io.openProcess();
  let isFirst = true;
  const stop = watchDefinitions(options, (report) => {
    io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
    io.writeOut(isFirst && report.ok ? summariseReport(report, false) : summariseChanges(report));
    isFirst = false;
  });
  await stopped;
  await stop();
  return 0;
}

function refuseOddHost(host: string): void {
  const isHost = /^[\w.:[\]-]+$/u.test(host) && URL.canParse(`https://${host}`);
  if (isHost && new URL(`https://${host}`).host === host.toLowerCase()) return;
  throw new UsageError(`--allow-remote takes a host, such as example.com or localhost:8443, not "${host}".`);
}

/**
 * The project of a command line.
 *
 * @throws {UsageError} for folders that cannot work together, and a project that does not exist
 */
export async function resolveProject(
  given: ProjectArguments,
  cwd: string,
): Promise<Omit<GenerateOptions, 'check' | 'force' | 'strict'>> {
  const root = resolve(cwd, given.root);
  const definitions = projectFolder(root, 'definitions', given.definitions);
  const handlers = projectFolder(root, 'handlers', given.handlers);
  const out = projectFolder(root, 'out', given.out);
  if (new Set([definitions, handlers, out]).size < 3) {
    throw new UsageError('--definitions, --handlers and --out must be different folders.');
  }
  if (!(await isFolder(root))) throw new UsageError(`--root is not a folder that exists: ${given.root}`);
  const { runtime, allowRemote = [], allowOutside = [] } = given;
  for (const host of allowRemote) refuseOddHost(host);
  return {
    root,
    definitions,
    handlers,
    out,
    ...(runtime !== undefined && { runtime }),
    ...(allowRemote.length > 0 && { allowRemote }),
    ...(allowOutside.length > 0 && { allowOutside: allowOutside.map((folder) => resolve(cwd, folder)) }),
  };
}

/** A folder as the generator wants it: relative to the root, forward slashes. */
function projectFolder(root: string, option: string, given: string): string {
  const folder = relative(root, resolve(root, given)).replaceAll('\\', '/');
  if (folder === '' || folder === '..' || folder.startsWith('../') || isAbsolute(folder)) {
    throw new UsageError(`--${option} must be a folder inside the project: ${given}`);
  }
  return folder;
}
