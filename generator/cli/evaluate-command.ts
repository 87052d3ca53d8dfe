import type { InferredOptionTypes } from 'yargs';
import { hasErrors } from '../core/diagnostics/create-diagnostic.js';
import { formatDiagnostics, printJson } from '../core/diagnostics/format-diagnostics.js';
import type { Model } from '../core/model/model.js';
import { loadTokenizer } from '../feature-kit/load/load-tokenizer.js';
import { listTexts } from '../feature-kit/load/workspace.js';
import { thresholdsPart } from '../features/questions/questions-part.js';
import { evaluateModel, type Evaluation, type EvaluatedTools } from '../outputs/evaluate/evaluate-model.js';
import { formatEvaluation } from '../outputs/evaluate/format-evaluation.js';
import { loadSearch } from '../outputs/evaluate/load-search.js';
import { tokenEstimate } from '../outputs/inspect/estimate-tokens.js';
import { inspectModel } from '../outputs/inspect/inspect-model.js';
import { adaptModel } from '../pipeline/profiles/adapt-model.js';
import { findProfiles } from '../pipeline/profiles/client-profiles.js';
import { openAccess } from '../pipeline/read/load-definitions.js';
import { readDefinitions } from '../pipeline/read/read-definitions.js';
import { readManifest } from '../pipeline/write/manifest.js';
import type { CliIo } from './cli-io.js';
import { repeatedOption, textOption, type Command, type CommandOptions } from './command.js';
import { accessOptions, folderOptions, resolveProject } from './project-options.js';
import { readMinimums } from './read-minimums.js';

const options = {
  ...folderOptions,
  min: {
    ...repeatedOption,
    describe: 'Minimum of a figure as <ranking>.<figure>=<share>, such as bm25.first=0.8; can be repeated',
  },
  format: { ...textOption, choices: ['text', 'json'], default: 'text', describe: 'Format of the report' },
  ...accessOptions,
} as const satisfies CommandOptions;

type EvaluateArguments = InferredOptionTypes<typeof options>;

/**
 * `evaluate`: ranks the tools for the questions of the definitions. Exits with 1 if a figure is below its minimum, and
 * with 2 if definitions have errors.
 */
export const evaluateCommand: Command = {
  options,
  async run(args: EvaluateArguments, io) {
    readMinimums({}, args.min);
    const project = resolveProject(args, io.cwd);
    const model = await readModel(project, io);
    if (!model) return 2;
    const evaluation = evaluateModel(model, {
      createSearch: await loadSearch(),
      thresholds: readMinimums(thresholdsPart.of(model) ?? {}, args.min),
      listed: await measureListed(model, project.root),
    });
    io.writeOut(printEvaluation(evaluation, args.format, io));
    return evaluation.thresholds.some(({ isMet }) => !isMet) ? 1 : 0;
  },
};

/** Reads the model in the same way as `generate`. If the definitions have errors, prints them and returns `undefined`. */
async function readModel(project: ReturnType<typeof resolveProject>, io: CliIo): Promise<Model | undefined> {
  const { root, definitions: folder, out, allowRemote, allowOutside } = project;
  const manifest = await readManifest(root, out);
  const access = await openAccess(allowOutside, allowRemote);
  const profiles = findProfiles(manifest?.profiles ?? []);
  const names = manifest?.names ?? new Map<string, string>();
  const definitions = await readDefinitions(root, folder, names, { access, lookup: { out } }, profiles);
  const errors = definitions.diagnostics.filter(({ severity }) => severity === 'error');
  if (!hasErrors(errors)) return adaptModel(definitions.resolved.model, profiles);
  io.writeError(formatDiagnostics(errors, listTexts(definitions.workspace), { color: io.color }));
  return undefined;
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

function printEvaluation(evaluation: Evaluation, format: EvaluateArguments['format'], io: CliIo): string {
  if (format === 'json') return `${printJson(evaluation)}\n`;
  return formatEvaluation(evaluation, { color: io.colorOut ?? false });
}
