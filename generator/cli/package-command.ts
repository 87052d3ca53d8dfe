import { resolve } from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { checkTypes } from '../tools/build/check-types.js';
import { parseTypeErrors } from '../tools/build/parse-type-errors.js';
import { countOf, formatDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import { reportDiagnostics } from '../core/diagnostics/suggest-edits.js';
import { didYouMean } from '../core/diagnostics/suggest.js';
import type { PackageOptions } from '../tools/packages/load-project.js';
import {
  listTargets,
  packageServer,
  type PackageReport,
  type PackageRun,
  type TargetState,
} from '../tools/packages/package-server.js';
import type { PackageTarget } from '../tools/packages/target.js';
import { packageTargets } from '../tools/packages/targets.js';
import { isFolder } from '../pipeline/write/file-system.js';
import type { CliIo } from './cli-io.js';
import { flagOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { showProgress } from './generate-command.js';
import { isJson, writeJson } from './json-report.js';
import {
  accessOptions,
  bundleOptions,
  folderOptions,
  formatOptions,
  resolveInside,
  resolveProject,
} from './project-options.js';
import { formatOutdated } from './report-formats.js';

const options = {
  ...folderOptions,
  out: { ...textOption, default: 'packages', describe: 'Folder for the packages' },
  check: { ...flagOption, describe: 'Write nothing; exit with 1 if packages are out of date' },
  force: { ...flagOption, describe: 'Overwrite packages that were edited by hand' },
  sign: { ...textOption, describe: 'Certificate file (PEM) to sign the mcpb bundle' },
  key: { ...textOption, describe: 'Private key file of the certificate (PEM, RSA)' },
  ...formatOptions,
  ...bundleOptions,
  ...accessOptions,
} as const satisfies CommandOptions;

const positionals = {
  targets: { type: 'string', array: true, describe: 'Package targets, worker, or all; default: list the targets' },
} as const;

type PackageArguments = InferredOptionTypes<typeof options> & { readonly targets?: readonly string[] };

/** `package`: packages the server for clients, registries and platforms, or lists the targets. Exits with 1 on errors. */
export const packageCommand: Command = { options, positionals, run: runPackage };

async function runPackage(args: PackageArguments, io: CliIo): Promise<number> {
  const project = chooseProject(args, io);
  const targets = chooseTargets(args.targets ?? []);
  const signer = chooseSigner(args, targets, io);
  const json = isJson(args);
  if (!isFolder(`${project.root}/${project.out}`)) {
    const message = `${visible(project.out)} does not exist. Run \`create-mcp-from-schema generate\` first.`;
    if (json) return writeJson({ ok: false, error: { code: 'not-generated', message } }, io);
    io.writeError(`error: ${message}\n`);
    return 1;
  }
  if (targets.length === 0 && !args.check) return printTargets(project, json, io);
  const { check, force } = args;
  const types = check ? undefined : await showProgress(io, 'Checking types', checkTypes(project.root, project.out));
  if (types !== undefined && types !== '') {
    if (json) return writeJson({ ok: false, diagnostics: parseTypeErrors(types) }, io);
    io.writeError(types);
    return 1;
  }
  const report = await showProgress(io, 'Packaging', packageServer(project, { targets, check, force, ...signer }));
  if (json) return writeJson(describeReport(report), io);
  io.writeError(formatDiagnostics(report.diagnostics, report.sources, { color: io.color }));
  if (check) io.writeOut(formatOutdated(report, io.colorOut ?? false));
  if (report.ok) printReport(report, check, io);
  return report.ok ? 0 : 1;
}

/** Describes packages for their JSON report. */
function describeReport({ ok, diagnostics, sources, write, made, unplannedFiles }: PackageReport) {
  return {
    ok,
    diagnostics,
    sources,
    packages: made,
    changes: { written: write?.written ?? [], removed: write?.removed ?? [] },
    unchanged: write?.unchanged ?? 0,
    outOfDate: (write?.pending ?? []).map((change) => change.path),
    unplannedFiles,
  };
}

function chooseProject(args: PackageArguments, io: CliIo): PackageOptions {
  const { root, definitions, handlers, out, allowRemote, allowOutside } = resolveProject(args, io.cwd);
  const packages = resolveInside(root, 'out', args.out);
  const others = [definitions, handlers, out, 'dist'];
  if (others.some((folder) => `${folder}/`.startsWith(`${packages}/`) || packages.startsWith(`${folder}/`))) {
    throw new UsageError(`--out must be a dedicated folder: ${args.out}`);
  }
  return {
    root,
    definitions,
    handlers,
    out,
    packages,
    ...(allowRemote && { allowRemote }),
    ...(allowOutside && { allowOutside }),
    ...(args.external && { external: args.external }),
    ...(args.bundle && { bundled: args.bundle }),
  };
}

/** @throws {UsageError} if a target is unknown. */
function chooseTargets(requested: readonly string[]): readonly string[] {
  const names = packageTargets.map(({ name }) => name);
  const groups = new Map<string, PackageTarget['group']>([['all', undefined]]);
  for (const { group } of packageTargets) if (group !== undefined) groups.set(group, group);
  return requested.flatMap((name) => {
    if (groups.has(name))
      return packageTargets.filter(({ group }) => group === groups.get(name)).map((each) => each.name);
    if (names.includes(name)) return [name];
    const words = [...names, ...groups.keys()];
    const help = didYouMean(name, words)?.text.replace('did', 'Did') ?? `Targets: ${words.join(', ')}.`;
    throw new UsageError(`Unknown package target "${name}". ${help}`);
  });
}

/** @throws {UsageError} if only one of `--sign` and `--key` is set, or if no bundle is made. */
function chooseSigner(
  { sign, key, check }: PackageArguments,
  targets: readonly string[],
  io: CliIo,
): Pick<PackageRun, 'signer'> {
  if (sign === undefined && key === undefined) return {};
  if (sign === undefined || key === undefined) throw new UsageError('--sign and --key require each other.');
  if (check) throw new UsageError('--check does not need a key, because it keeps the signature of the bundle.');
  if (!targets.includes('mcpb')) throw new UsageError('--sign requires the mcpb target, because it signs a bundle.');
  return { signer: { certificate: resolve(io.cwd, sign), key: resolve(io.cwd, key) } };
}

function printReport({ made, write, unplannedFiles }: PackageReport, check: boolean, io: CliIo): void {
  if (!write) return;
  const { written, removed, unchanged } = write;
  if (check) {
    io.writeOut(`Up to date: ${made.map(({ name }) => name).join(', ') || 'no packages'}.\n`);
    io.writeOut(listUnplanned(unplannedFiles));
    return;
  }
  const changes = [
    written.length > 0 && `${countOf(written.length, 'file')} written`,
    removed.length > 0 && `${removed.length} removed`,
    unchanged > 0 && `${unchanged} unchanged`,
  ].filter((part) => part !== false);
  io.writeOut(`Packaged ${made.map(({ name }) => name).join(', ')}: ${changes.join(', ')}.\n`);
  for (const { name, steps } of made) {
    if (steps.length > 0) io.writeOut(`\n${name}\n${steps.map((step) => `  ${visible(step)}\n`).join('')}`);
  }
  io.writeOut(listUnplanned(unplannedFiles));
}

/** Maximum number of files to list. */
const maxNamed = 20;

function listUnplanned(files: readonly string[]): string {
  if (files.length === 0) return '';
  const lines = files.slice(0, maxNamed).map((file) => `  ${visible(file)}\n`);
  const more = files.length > maxNamed ? `  … and ${files.length - maxNamed} more\n` : '';
  return `\nNot part of the packages; delete what you do not want to publish:\n${lines.join('')}${more}`;
}

/** Prints all targets with their missing requirements. */
async function printTargets(project: PackageOptions, json: boolean, io: CliIo): Promise<number> {
  const found = await listTargets(project);
  if (!('states' in found)) {
    if (json) return writeJson({ ...found, ok: false }, io);
    io.writeError(formatDiagnostics(found.diagnostics, found.sources, { color: io.color }));
    return 1;
  }
  if (json) return writeJson({ ok: true, targets: found.states.map(describeTarget) }, io);
  const width = Math.max(...packageTargets.map(({ name }) => name.length));
  for (const { target, isMade, diagnostics } of found.states) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const state = errors.length > 0 ? '' : isMade ? ' (made)' : ' (ready)';
    io.writeOut(`${target.name.padEnd(width)}  ${target.summary}${state}\n`);
    for (const { message } of errors) io.writeOut(`${' '.repeat(width)}    ${visible(message)}\n`);
  }
  io.writeOut(
    '\nMake packages with `create-mcp-from-schema package <target…>`. `package worker` makes all targets from cloudflare to lambda; `package all` makes all other targets.\n',
  );
  return 0;
}

/** Describes a target for the JSON report: `made` and `ready` targets have no problems. */
function describeTarget({ target, isMade, diagnostics }: TargetState) {
  const problems = diagnostics.filter(({ severity }) => severity === 'error');
  const state = problems.length > 0 ? 'blocked' : isMade ? 'made' : 'ready';
  return { name: target.name, summary: target.summary, state, problems: reportDiagnostics(problems, new Map()) };
}
