import { isAbsolute, relative, resolve } from 'node:path';
import { hasErrors } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { formatDiagnostics } from '../diagnostics/format-diagnostics.js';
import { artifactKinds } from '../emit/artifacts/artifact-kind.js';
import type { GenerateOptions, GenerateReport } from '../generate.js';
import { regenerate } from '../runs/regenerate.js';
import { isFolder } from '../write/file-system.js';
import { chooseProfiles } from './choose-profiles.js';
import type { CliIo } from './cli-io.js';
import type { CommandOptions } from './command-options.js';
import { describeReport } from './describe-report.js';
import { formatAnnotations } from './format-annotations.js';
import { showProgress } from './show-progress.js';
import { isApplied } from './is-applied.js';
import { summariseChanges } from './summarise-changes.js';
import { summariseReport } from './summarise-report.js';
import { formatStale, summarisePending } from './summarise-pending.js';
import { UsageError } from './usage-error.js';

/** Which project, as given. */
export interface ProjectArguments {
  readonly root: string;
  readonly definitions: string;
  readonly handlers: string;
  readonly out: string;
  readonly runtime?: string | undefined;
  readonly artifacts?: string | undefined;
  /** Hosts. */
  readonly allowRemote?: readonly string[];
  /** Folders. */
  readonly allowOutside?: readonly string[];
}

/** Arguments of `generate`, as given. */
export interface GenerateArguments extends ProjectArguments {
  readonly check: boolean;
  readonly 'dry-run'?: boolean;
  readonly json?: boolean;
  readonly format?: string | undefined;
  readonly watch: boolean;
  readonly force: boolean;
  readonly strict: boolean;
  readonly 'keep-going': boolean;
  readonly stub?: string | undefined;
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
  artifacts: {
    ...folderOption,
    describe: `Also write each tool for other systems, a list of ${artifactKinds.join(', ')}`,
  },
  check: { ...flagOption, describe: 'Write nothing; fail with a diff when something would change' },
  'dry-run': { ...flagOption, describe: 'Write nothing; say what would change' },
  watch: { ...flagOption, describe: 'Generate again after each change, until you stop it' },
  force: { ...flagOption, describe: 'Overwrite generated files that were edited by hand' },
  strict: { ...flagOption, describe: 'Treat warnings as errors, such as an operation that no tool can be made of' },
  'keep-going': { ...flagOption, describe: 'Leave out what has errors and generate the rest; fails all the same' },
  profile: {
    ...folderOption,
    describe: 'Client that descriptors are lowered for, such as gemini; may be repeated; kept until you say none',
  },
  format: {
    choices: ['text', 'json', 'github'] as const,
    requiresArg: true,
    default: 'text',
    describe: 'How to report: for people, as one JSON document, or as annotations of GitHub Actions',
  },
  json: { ...flagOption, describe: 'The same as --format json' },
  'allow-remote': {
    ...folderOption,
    describe: 'Host that definitions may refer to by https, such as example.com; may be repeated',
  },
  'allow-outside': {
    ...folderOption,
    describe: 'Folder that definitions may refer to besides their own; may be repeated',
  },
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
  const { check, 'dry-run': dryRun = false, watch, force, strict, stub } = given;
  refuseExcluding(given);
  const profiles = chooseProfiles(given.profile ?? []);
  const options = {
    ...(await resolveProject(given, io.cwd)),
    ...(profiles && { profiles }),
    check: check || dryRun,
    force,
    strict,
    ...(given['keep-going'] && { keepGoing: true }),
  };
  if (stub !== undefined) return runStub(stub, options, io);
  if (watch) return watchProject(options, io);
  const report = await showProgress(io, 'Generating', regenerate(options));
  const mode = check ? 'check' : dryRun ? 'dry-run' : 'write';
  return printReport(mode === 'dry-run' ? withoutStale(report) : report, mode, formatOf(given), options.root, io);
}

type Mode = 'write' | 'check' | 'dry-run';
type Format = 'text' | 'json' | 'github';

function formatOf({ json = false, format = 'text' }: GenerateArguments): Format {
  return json || format === 'json' ? 'json' : format === 'github' ? 'github' : 'text';
}

/** @throws {UsageError} for options that make no sense together */
function refuseExcluding(given: GenerateArguments): void {
  const modes = [
    given.check && '--check',
    given['dry-run'] && '--dry-run',
    given.watch && '--watch',
    given.stub !== undefined && '--stub',
  ].filter((mode) => typeof mode === 'string');
  if (modes.length > 1) throw new UsageError(`${modes[0]} and ${modes[1]} exclude each other.`);
  if (given.stub !== undefined && given['keep-going']) {
    throw new UsageError('--stub and --keep-going exclude each other.');
  }
  const isPlain = given.format === undefined || given.format === 'text';
  if (given.json && given.format === 'github') throw new UsageError('--json and --format github exclude each other.');
  if ((given.watch || given.stub !== undefined) && (given.json || !isPlain)) {
    throw new UsageError(`${modes[0]} reports to people only: without --json and --format.`);
  }
}

/** Who asks what would change does not take it for an error that something would. */
function withoutStale(report: GenerateReport): GenerateReport {
  const isOther = ({ code }: Diagnostic): boolean => code !== 'stale';
  const diagnostics = report.diagnostics.filter(isOther);
  const write = report.write && { ...report.write, diagnostics: report.write.diagnostics.filter(isOther) };
  return { ...report, diagnostics, ok: !hasErrors(diagnostics), ...(write && { write }) };
}

function printReport(report: GenerateReport, mode: Mode, format: Format, root: string, io: CliIo): number {
  const exitCode = report.ok ? 0 : 1;
  if (format === 'json') {
    io.writeOut(describeReport(report, mode === 'write'));
    return exitCode;
  }
  if (format === 'github') {
    const way = relative(io.cwd, root).replaceAll('\\', '/');
    io.writeOut(formatAnnotations(report.diagnostics, way === '' ? '' : `${way}/`));
  } else {
    io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
  }
  if (mode === 'check') io.writeOut(formatStale(report, io.colorOut ?? false));
  if (isApplied(report))
    io.writeOut(mode === 'dry-run' ? summarisePending(report) : summariseReport(report, mode === 'check'));
  return exitCode;
}

async function runStub(tool: string, options: GenerateOptions, io: CliIo): Promise<number> {
  const { addStub } = await import('../stub/add-stub.js');
  const report = await addStub(options, tool);
  if (report.kind === 'refused') {
    io.writeError(`error: ${report.reason}\n`);
    return 1;
  }
  if (report.kind === 'broken') return printReport(report.generated, 'write', 'text', options.root, io);
  const { generated, edited, handler } = report;
  if (edited !== undefined) io.writeOut(`Changed ${edited}: you answer ${tool} now.\n`);
  const isThere = generated.write !== undefined && !generated.write.created.includes(handler);
  if (generated.ok && isThere) io.writeOut(`${handler} is there already; it stays as it is.\n`);
  return printReport(generated, 'write', 'text', options.root, io);
}

/** Generates after each change, and tells what it changed; errors do not end it. */
async function watchProject(options: GenerateOptions, io: CliIo): Promise<number> {
  const { watchDefinitions } = await import('../watch/watch-definitions.js');
  const { stopped } = io.openProcess();
  let isFirst = true;
  const stop = watchDefinitions(options, (report) => {
    io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
    const isWhole = isFirst && isApplied(report);
    io.writeOut(isWhole ? summariseReport(report, false) : summariseChanges(report));
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
  if (!isFolder(root)) throw new UsageError(`--root is not a folder that exists: ${given.root}`);
  const { runtime, allowRemote = [], allowOutside = [] } = given;
  for (const host of allowRemote) refuseOddHost(host);
  return {
    root,
    definitions,
    handlers,
    out,
    ...(runtime !== undefined && { runtime }),
    ...readArtifacts(given.artifacts),
    ...(allowRemote.length > 0 && { allowRemote }),
    ...(allowOutside.length > 0 && { allowOutside: allowOutside.map((folder) => resolve(cwd, folder)) }),
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
