import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { env, versions } from 'node:process';
import type { InferredOptionTypes } from 'yargs';
import { formatDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import { suggest } from '../core/diagnostics/suggest.js';
import { listVariables } from '../features/environment/list-variables.js';
import { explainName } from '../tools/scaffold/project-name.js';
import { scaffold, type ScaffoldOptions, type ScaffoldReport } from '../tools/scaffold/scaffold.js';
import { SourceError, type ProjectScript } from '../tools/scaffold/source/project-source.js';
import {
  chooseSource,
  completeProject,
  folderPositional,
  identityOptions,
  sourceOptions,
  type ProjectFolderArguments,
} from './ask-for-project.js';
import type { CliIo } from './cli-io.js';
import { flagOption, UsageError, type Command, type CommandOptions } from './command.js';
import { findMissingStore } from './find-missing.js';
import { listMissing, listProject, summarizeReport } from './report-text.js';

const options = {
  ...sourceOptions,
  ...identityOptions,
  yes: { ...flagOption, alias: 'y', describe: 'Accept all defaults without prompting' },
} as const satisfies CommandOptions;

type ScaffoldArguments = InferredOptionTypes<typeof options> & ProjectFolderArguments;

/** Default command: creates a project. Prompts for missing arguments on a terminal. */
export const scaffoldCommand: Command = { options, positionals: folderPositional, run: runScaffold };

async function runScaffold(args: ScaffoldArguments, io: CliIo): Promise<number> {
  refuseMistypedCommand(args, io);
  const problem = args.name === undefined ? undefined : explainName(args.name);
  if (problem !== undefined) throw new UsageError(`--name ${args.name}: ${problem}`);
  const asks = !args.yes && io.isInteractive;
  const isNamed = [args.directory, args.template, args.from, args['from-server']].some((value) => value !== undefined);
  if (!isNamed && !args.yes && !asks) {
    throw new UsageError(
      'Missing folder. Name one (create-mcp-from-schema my-server), or use --yes for my-mcp-server.',
    );
  }
  const signal = io.catchInterrupt();
  try {
    const source = await chooseSource(args, io, asks, signal);
    const project = source && (await completeProject(args, source, io, asks));
    if (!project || signal.aborted) return interrupted;
    const { manager, managerVersion } = findPackageManager();
    const options = { ...project, source, manager, managerVersion, nodeVersion: versions.node, signal };
    const outcome = await scaffold(options);
    const isInstalled =
      outcome.kind === 'created' && outcome.generated.ok && asks && (await offerInstall(project.directory, io));
    return report(options, source.notes, outcome, isInstalled, io);
  } catch (error) {
    if (signal.aborted) return interrupted;
    if (!(error instanceof SourceError)) throw error;
    io.writeError(`error: ${visible(error.message)}\n`);
    return 1;
  }
}

/** Exit code of a command that the user interrupted. */
const interrupted = 130;

/** Offers to install the dependencies. Resolves with `true` if they are installed. */
async function offerInstall(directory: string, io: CliIo): Promise<boolean> {
  const { manager } = findPackageManager();
  const answer = await io.ask({
    kind: 'choice',
    message: `Install the dependencies with ${manager}?`,
    choices: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  });
  return answer === 'yes' && (await io.runProgram(manager, ['install'], directory));
}

/** Returns the package manager that started this command, and its version. */
function findPackageManager(): { readonly manager: string; readonly managerVersion?: string } {
  const [, name = '', managerVersion = ''] = /^(pnpm|yarn|bun)\/(\S*)/u.exec(env['npm_config_user_agent'] ?? '') ?? [];
  return name === '' ? { manager: 'npm' } : { manager: name, managerVersion };
}

function report(
  options: ScaffoldOptions,
  notes: readonly string[],
  outcome: ScaffoldReport,
  isInstalled: boolean,
  io: CliIo,
): number {
  if (outcome.kind === 'interrupted') {
    io.writeError('Interrupted; nothing was created.\n');
    return interrupted;
  }
  if (outcome.kind === 'refused') {
    // The message can contain npm output.
    io.writeError(`error: ${outcome.reason.split('\n').map(visible).join('\n')}\n`);
    return 1;
  }
  const { diagnostics, sources, ok, model, needs = {}, write } = outcome.generated;
  io.writeError(notes.map((note) => `note: ${visible(note)}\n`).join(''));
  io.writeError(formatDiagnostics(diagnostics, sources, { color: io.color }));
  const folder = relative(io.cwd, options.directory) || '.';
  const groups = model ? listVariables(model) : [];
  const needed = groups.flatMap(({ variables }) => variables.flatMap(({ name, isNeeded }) => (isNeeded ? [name] : [])));
  const { written = [], created = [], unimplemented = [] } = write ?? {};
  const files = listProject([...outcome.files, ...created], written.length);
  // The list of files already contains all other created files.
  const shown = write && { ...write, created: created.filter((file) => unimplemented.includes(file)) };
  const summary = ok
    ? summarizeReport({ ...outcome.generated, ...(shown && { write: shown }) }, false)
    : 'Nothing was generated: the definitions have errors.\n';
  io.writeOut(`Created ${options.name} in ${folder}\n${files}\n${summary}`);
  // The packages are dependencies, which the next step installs.
  io.writeOut(listMissing(findMissingStore({ root: options.directory, handlers: 'handlers' }, needs)));
  const scripts = options.source?.extras?.scripts ?? [];
  io.writeOut(`\nNext:\n${nextSteps(folder, ok, needed, isInstalled, scripts).join('')}`);
  return ok ? 0 : 1;
}

function refuseMistypedCommand({ directory }: ScaffoldArguments, io: CliIo): void {
  if (directory === undefined || /[\\/]/u.test(directory) || existsSync(resolve(io.cwd, directory))) return;
  const command = suggest(directory, [
    'build',
    'completion',
    'connect',
    'contract',
    'dev',
    'diff',
    'docs',
    'doctor',
    'evaluate',
    'generate',
    'inspect',
    'package',
    'test',
    'ui',
    'upgrade',
  ]);
  if (command === undefined) return;
  throw new UsageError(
    `Unknown command: ${directory}.\nDid you mean \`${command}\`? To create a project in this folder, use ./${directory}`,
  );
}

function nextSteps(
  folder: string,
  isGenerated: boolean,
  needed: readonly string[],
  isInstalled: boolean,
  scripts: readonly ProjectScript[],
): readonly string[] {
  const change = folder === '.' ? [] : [`  cd ${/[^\w./\\-]/u.test(folder) ? `"${folder}"` : folder}\n`];
  const { manager } = findPackageManager();
  const runPrefix = manager === 'npm' ? manager : `${manager} run`;
  const step = (command: string, effect: string): string => `  ${command.padEnd(17)}  ${effect}\n`;
  return [
    ...change,
    ...(isInstalled ? [] : [`  ${manager} install\n`]),
    ...(isGenerated ? [] : [step(`${manager} run generate`, 'after you have fixed the definitions')]),
    step(`${manager} run build`, 'type-checks and bundles dist/server.mjs'),
    step(`${runPrefix} start`, 'serves on stdio'),
    step(`${runPrefix} test`, 'runs the tests'),
    ...scripts.flatMap(({ name, effect }) => (effect === undefined ? [] : [step(`${manager} run ${name}`, effect)])),
    ...(needed.length === 0 ? [] : [`\nAdd credentials and URLs to .env (see .env.example): ${needed.join(', ')}.\n`]),
    '\nTo connect Claude, VS Code, Cursor and others, run npx create-mcp-from-schema connect.\n',
  ];
}
