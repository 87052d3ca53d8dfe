import { relative } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { hasErrors } from '../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import { formatDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import type { GenerateOptions, GenerateReport } from '../generate.js';
import { regenerate } from '../tools/runs/regenerate.js';
import { chooseLookup, lookupOptions } from './choose-lookup.js';
import type { CliIo } from './cli-io.js';
import { findMissing } from './find-missing.js';
import { flagOption, repeatedOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { chooseProfiles, resolveProject, writeOptions } from './project-options.js';
import { isApplied, listMissing, summarizeChanges, summarizePending, summarizeReport } from './report-text.js';

const options = {
  ...writeOptions,
  lint: { ...flagOption, describe: 'Also report texts that models may misunderstand' },
  check: { ...flagOption, describe: 'Write nothing; print a diff and exit with 1 if files would change' },
  'dry-run': { ...flagOption, describe: 'Write nothing; list the files that would change' },
  watch: { ...flagOption, describe: 'Generate again after each change until stopped' },
  'keep-going': {
    ...flagOption,
    describe: 'Skip entries with errors and generate the rest; the exit code is still 1',
  },
  profile: {
    ...repeatedOption,
    describe:
      'Client profile to adapt descriptors to, such as gemini; can be repeated; remembered for later runs until --profile none',
  },
  ...lookupOptions,
  format: {
    choices: ['text', 'json', 'github'],
    requiresArg: true,
    default: 'text',
    describe: 'Report format: text, a JSON document, or GitHub Actions annotations',
  },
  json: { ...flagOption, describe: 'Same as --format json' },
  stub: {
    ...textOption,
    describe: 'Write a stub for this tool if it calls an API without a handler or its handler was deleted',
  },
} as const satisfies CommandOptions;

type GenerateArguments = InferredOptionTypes<typeof options>;
type Format = GenerateArguments['format'];
type Mode = 'write' | 'check' | 'dry-run';

/** `generate`: generates types, validators and stubs; prints diagnostics and a summary. */
export const generateCommand: Command = { options, run: runGenerate };

async function runGenerate(args: GenerateArguments, io: CliIo): Promise<number> {
  refuseExcluding(args);
  const { check, 'dry-run': dryRun, force, strict, stub, lint } = args;
  const profiles = chooseProfiles(args.profile);
  const resolved = resolveProject(args, io.cwd);
  const project = {
    ...resolved,
    lookup: chooseLookup(args, resolved.root),
    ...(profiles && { profiles }),
    check: check || dryRun,
    force,
    strict,
    ...(lint && { allAdvice: true }),
    ...(args['keep-going'] && { keepGoing: true }),
  };
  if (stub !== undefined) return runStub(stub, project, io);
  if (args.watch) return watchProject(project, io);
  const generated = await showProgress(io, 'Generating', regenerate(project));
  const report = check ? await explain(await withPackages(generated, project), project) : generated;
  const mode = check ? 'check' : dryRun ? 'dry-run' : 'write';
  const format = args.json ? 'json' : args.format;
  return printReport(dryRun ? withoutOutdated(report) : report, mode, format, project, io);
}

/** @throws {UsageError} if options cannot be combined. */
function refuseExcluding(args: GenerateArguments): void {
  const modes = [
    args.check && '--check',
    args['dry-run'] && '--dry-run',
    args.watch && '--watch',
    args.stub !== undefined && '--stub',
  ].filter((mode) => typeof mode === 'string');
  if (modes.length > 1) throw new UsageError(`${modes[0]} and ${modes[1]} are mutually exclusive.`);
  if (args.stub !== undefined && args['keep-going']) {
    throw new UsageError('--stub and --keep-going are mutually exclusive.');
  }
  if (args.json && args.format === 'github') throw new UsageError('--json and --format github are mutually exclusive.');
  if ((args.watch || args.stub !== undefined) && (args.json || args.format !== 'text')) {
    throw new UsageError(`${modes[0]} cannot be combined with --json or --format.`);
  }
}

/** Adds to a `--check` report the existing packages that `package` would change. */
async function withPackages(report: GenerateReport, project: GenerateOptions): Promise<GenerateReport> {
  if (!report.write) return report;
  const { readPackageFolders } = await import('../tools/packages/read-folders.js');
  let joined = report;
  for (const packages of await readPackageFolders(project.root)) joined = await withFolder(joined, project, packages);
  return joined;
}

/** Adds to a `--check` report what changed in the contract, if it is out of date. */
async function explain(report: GenerateReport, { out }: GenerateOptions): Promise<GenerateReport> {
  if (report.write?.pending?.some(({ path }) => path.startsWith(`${out}/`)) !== true) return report;
  const { withContract } = await import('./explain-contract.js');
  return withContract(report, out);
}

async function withFolder(
  { write, ...report }: GenerateReport,
  project: GenerateOptions,
  packages: string,
): Promise<GenerateReport> {
  const { packageServer } = await import('../tools/packages/package-server.js');
  const choices = { targets: [], check: true, onlyPresent: true, force: false };
  const packaged = await packageServer({ ...project, packages }, choices);
  const pending = [...(write?.pending ?? []), ...(packaged.write?.pending ?? [])];
  return {
    ...report,
    ok: report.ok && packaged.ok,
    diagnostics: [...report.diagnostics, ...packaged.diagnostics],
    sources: new Map([...report.sources, ...packaged.sources]),
    ...(write && { write: { ...write, pending } }),
  };
}

/** Removes errors about pending changes from a `--dry-run` report. */
function withoutOutdated(report: GenerateReport): GenerateReport {
  const isOther = ({ code }: Diagnostic): boolean => code !== 'out-of-date';
  const diagnostics = report.diagnostics.filter(isOther);
  const write = report.write && { ...report.write, diagnostics: report.write.diagnostics.filter(isOther) };
  return { ...report, diagnostics, ok: !hasErrors(diagnostics), ...(write && { write }) };
}

/** Imported when needed: most runs print only a summary. */
const loadFormats = () => import('./report-formats.js');

async function printReport(
  report: GenerateReport,
  mode: Mode,
  format: Format,
  { root, handlers }: Pick<GenerateOptions, 'root' | 'handlers'>,
  io: CliIo,
): Promise<number> {
  const missing = findMissing({ root, handlers }, report.needs);
  const exitCode = report.ok ? 0 : 1;
  if (format === 'json') {
    io.writeOut((await loadFormats()).printReportJson(report, mode === 'write', missing));
    return exitCode;
  }
  if (format === 'github') {
    const folder = relative(io.cwd, root).replaceAll('\\', '/');
    io.writeOut((await loadFormats()).formatAnnotations(report.diagnostics, folder === '' ? '' : `${folder}/`));
  } else {
    io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
  }
  if (mode === 'check') io.writeOut((await loadFormats()).formatOutdated(report, io.colorOut ?? false));
  if (isApplied(report)) {
    io.writeOut(mode === 'dry-run' ? summarizePending(report) : summarizeReport(report, mode === 'check'));
    io.writeOut(listMissing(missing));
  }
  return exitCode;
}

async function runStub(tool: string, options: GenerateOptions, io: CliIo): Promise<number> {
  const { addStub } = await import('../tools/stub/add-stub.js');
  const report = await addStub(options, tool);
  if (report.kind === 'refused') {
    io.writeError(`error: ${visible(report.reason)}\n`);
    return 1;
  }
  if (report.kind === 'broken') return printReport(report.generated, 'write', 'text', options, io);
  const { generated, edited, handler } = report;
  if (edited !== undefined) io.writeOut(`Changed ${edited}: your handler now implements ${tool}.\n`);
  const isThere = generated.write !== undefined && !generated.write.created.includes(handler);
  if (generated.ok && isThere) io.writeOut(`${handler} already exists and was not changed.\n`);
  return printReport(generated, 'write', 'text', options, io);
}

/** Generates after each change until the process is stopped. Errors do not end watch mode. */
async function watchProject(options: GenerateOptions, io: CliIo): Promise<number> {
  const { watchDefinitions } = await import('../tools/watch/watch-definitions.js');
  const { stopped } = io.openProcess();
  let isFirst = true;
  const stop = watchDefinitions(options, (report) => {
    io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
    const isWhole = isFirst && isApplied(report);
    io.writeOut(isWhole ? summarizeReport(report, false) : summarizeChanges(report));
    isFirst = false;
  });
  await stopped;
  await stop();
  return 0;
}

/**
 * Awaits work. After one second, a line on the terminal shows the elapsed time until the work is done.
 * @param what Label at the start of the line.
 */
export async function showProgress<T>(io: Pick<CliIo, 'writeProgress'>, what: string, work: Promise<T>): Promise<T> {
  const { writeProgress } = io;
  if (!writeProgress) return work;
  let seconds = 0;
  const timer = setInterval(() => writeProgress(`${what} … ${++seconds} s`), 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (seconds > 0) writeProgress('');
  }
}
