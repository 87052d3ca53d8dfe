import path from 'node:path';
import type { InferredOptionTypes } from 'yargs';
import { hasErrors } from '../core/diagnostics/create-diagnostic.js';
import { formatDiagnostics, printJson, visible } from '../core/diagnostics/format-diagnostics.js';
import type { Model, ToolOrigin } from '../core/model/model.js';
import { loadTokenizer } from '../feature-kit/load/load-tokenizer.js';
import { listTexts } from '../feature-kit/load/workspace.js';
import { thresholdsPart } from '../features/questions/questions-part.js';
import { adviseQuestions } from '../outputs/evaluate/advise-questions.js';
import { listFallen } from '../outputs/evaluate/compare-rankings.js';
import { evaluateModel, type Evaluation, type EvaluatedTools } from '../outputs/evaluate/evaluate-model.js';
import { formatEvaluation } from '../outputs/evaluate/format-evaluation.js';
import { listCatalog } from '../outputs/evaluate/list-catalog.js';
import { loadSearch } from '../outputs/evaluate/load-search.js';
import { listTestSuites } from '../outputs/evaluate/list-test-suites.js';
import { printJunit } from '../outputs/evaluate/print-junit.js';
import { printEvaluationPage } from '../outputs/evaluate/print-page.js';
import { tokenEstimate } from '../outputs/inspect/estimate-tokens.js';
import { inspectModel } from '../outputs/inspect/inspect-model.js';
import { adaptModel } from '../pipeline/profiles/adapt-model.js';
import { findProfiles, type Profile } from '../pipeline/profiles/client-profiles.js';
import { openAccess } from '../pipeline/read/load-definitions.js';
import { readDefinitions } from '../pipeline/read/read-definitions.js';
import { readManifest } from '../pipeline/write/manifest.js';
import type { CliIo } from './cli-io.js';
import { repeatedOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { modelOptions, runWithModel, usesModel } from './evaluate-with-model.js';
import { findSide } from './find-side.js';
import { accessOptions, folderOptions, resolveProject } from './project-options.js';
import { readMinimums } from './read-minimums.js';
import { readSide } from './read-side.js';
import { writeReport } from './write-report.js';

const options = {
  ...folderOptions,
  min: {
    ...repeatedOption,
    describe: 'Minimum of a figure, such as bm25.first=0.8, or model.passed=0.9 with --model; can be repeated',
  },
  compare: {
    ...textOption,
    describe: 'Also compare with this version: a revision, folder or definition, as in diff',
  },
  'fail-on': {
    ...textOption,
    choices: ['worse', 'missing', 'never'],
    default: 'never',
    describe:
      'Exit with 1 if a figure fell, with --compare (worse), or a question has no recording, with --replay (missing)',
  },
  format: {
    ...textOption,
    choices: ['text', 'json', 'junit', 'html'],
    describe: 'Format of the report; default: by the name of the --out file (.json, .xml, .html), else text',
  },
  out: { ...textOption, describe: 'File to write the report to; the terminal then gets it as text' },
  ...modelOptions,
  ...accessOptions,
} as const satisfies CommandOptions;

type EvaluateArguments = InferredOptionTypes<typeof options>;

type Project = ReturnType<typeof resolveProject>;

/**
 * `evaluate`: ranks the tools for the questions of the definitions, or has a model answer them. Exits with 1 if a figure
 * is below its minimum or fell, and with 2 if definitions have errors, or if there are minimums but no questions.
 */
export const evaluateCommand: Command = { options, run };

async function run(args: EvaluateArguments, io: CliIo): Promise<number> {
  if (!usesModel(args)) return evaluateOffline(args, io);
  const { out } = args;
  const project = resolveProject(args, io.cwd);
  const writeFile = (text: string): Promise<boolean> => writeReport(out ?? '', text, project, io);
  const format = args.format ?? chooseFormat(out);
  return runWithModel({ ...args, format }, io, out === undefined ? undefined : writeFile);
}

async function evaluateOffline(args: EvaluateArguments, io: CliIo): Promise<number> {
  const project = resolveProject(args, io.cwd);
  readMinimums({}, args.min);
  if (args['fail-on'] === 'worse' && args.compare === undefined) {
    throw new UsageError('--fail-on worse requires --compare.');
  }
  const read = await readProject(project, io);
  if (!read) return 2;
  const earlier = args.compare === undefined ? undefined : await readEarlier(args.compare, project, read.profiles, io);
  if (args.compare !== undefined && !earlier) return 2;
  const { model } = read;
  const evaluation = evaluateModel(model, {
    createSearch: await loadSearch(),
    thresholds: readMinimums(thresholdsPart.of(model) ?? {}, args.min),
    listed: await measureListed(model, project.root),
    earlier,
  });
  if (evaluation.questions.length === 0) return reportNone(read, evaluation, args, project, io);
  const text = formatEvaluation(evaluation, { color: io.colorOut ?? false });
  const isWritten = await report(evaluation, text, args, project, io);
  return !isWritten || isFailure(evaluation, args) ? 1 : 0;
}

function isFailure({ thresholds, comparison }: Evaluation, args: EvaluateArguments): boolean {
  if (thresholds.some(({ isMet }) => !isMet)) return true;
  return args['fail-on'] === 'worse' && comparison !== undefined && listFallen(comparison).length > 0;
}

/** A project's model, in the form that clients get. */
interface ReadProject {
  readonly model: Model;
  readonly origins: ReadonlyMap<string, ToolOrigin>;
  readonly profiles: readonly Profile[];
}

/** Reads the model in the same way as `generate`. If the definitions have errors, prints them and returns `undefined`. */
async function readProject(project: Project, io: CliIo): Promise<ReadProject | undefined> {
  const { root, definitions: folder, out, allowRemote, allowOutside } = project;
  const manifest = await readManifest(root, out);
  const access = await openAccess(allowOutside, allowRemote);
  const profiles = findProfiles(manifest?.profiles ?? []);
  const names = manifest?.names ?? new Map<string, string>();
  const definitions = await readDefinitions(root, folder, names, { access, lookup: { out } }, profiles);
  const errors = definitions.diagnostics.filter(({ severity }) => severity === 'error');
  if (hasErrors(errors)) {
    io.writeError(formatDiagnostics(errors, listTexts(definitions.workspace), { color: io.color }));
    return undefined;
  }
  const { model, toolOrigins: origins } = definitions.resolved;
  return { model: adaptModel(model, profiles), origins, profiles };
}

/** Reads the version of `--compare`. If its definitions have errors, prints them and returns `undefined`. */
async function readEarlier(
  label: string,
  { root, definitions }: Project,
  profiles: readonly Profile[],
  io: CliIo,
): Promise<{ readonly label: string; readonly model: Model } | undefined> {
  const found = await findSide(label, { cwd: root, definitions });
  try {
    const side = await readSide(found, io);
    return side && { label, model: adaptModel(side.model, profiles) };
  } finally {
    await found.release();
  }
}

async function measureListed(
  model: Model,
  root: string,
): Promise<Pick<EvaluatedTools, 'listed' | 'tokens' | 'tokenizer'>> {
  const loaded = await loadTokenizer(root);
  const tokens = loaded ? { ...loaded, isEstimate: false } : tokenEstimate;
  const { tools, tokenizer } = inspectModel(model, { profiles: [], loweredFor: [], tokens, locate: () => undefined });
  return { listed: tools.served.count, tokens: tools.served.tokens, tokenizer: tokenizer.name };
}

/**
 * Prints the report, or writes it to the file of `--out` and prints it as text. Returns `false` if it cannot be written.
 *
 * @param text The report as text.
 */
async function report(
  evaluation: Evaluation,
  text: string,
  args: EvaluateArguments,
  project: Project,
  io: CliIo,
): Promise<boolean> {
  const print = {
    text: () => text,
    json: () => `${printJson(evaluation)}\n`,
    junit: () => printJunit(`evaluate ${evaluation.server}`, listTestSuites(evaluation, args['fail-on'] === 'worse')),
    html: () => printEvaluationPage(evaluation),
  };
  const format = args.format ?? chooseFormat(args.out);
  if (args.out === undefined) {
    io.writeOut(print[format]());
    return true;
  }
  const content = format === 'text' ? formatEvaluation(evaluation, { color: false }) : print[format]();
  if (!(await writeReport(args.out, content, project, io))) return false;
  io.writeOut(`${text}\nWrote ${visible(args.out)}\n`);
  return true;
}

const formatsByExtension: ReadonlyMap<string, 'json' | 'junit' | 'html'> = new Map([
  ['.json', 'json'],
  ['.xml', 'junit'],
  ['.html', 'html'],
]);

function chooseFormat(out: string | undefined): 'text' | 'json' | 'junit' | 'html' {
  return formatsByExtension.get(path.extname(out ?? '').toLowerCase()) ?? 'text';
}

/**
 * Explains how to write questions, in addition to a report in another format. Returns 2 if there are minimums, which
 * nothing can meet, else 0.
 */
async function reportNone(
  { model, origins }: ReadProject,
  evaluation: Evaluation,
  args: EvaluateArguments,
  project: Project,
  io: CliIo,
): Promise<number> {
  const catalog = listCatalog(model);
  const tool = catalog.find(({ name }) => !origins.has(name)) ?? catalog[0];
  const advice = adviseQuestions(tool, tool && origins.get(tool.name));
  const isText = (args.format ?? chooseFormat(args.out)) === 'text';
  if (isText) io.writeOut(advice);
  else {
    io.writeError(advice);
    if (!(await report(evaluation, '', args, project, io))) return 1;
  }
  if (evaluation.thresholds.length === 0) return 0;
  io.writeError('error: There are minimum figures, but no questions.\n');
  return 2;
}
