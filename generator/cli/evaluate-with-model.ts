import path from 'node:path';
import { env, versions } from 'node:process';
import type { InferredOptionTypes } from 'yargs';
import { OptionError, parseModelOptions } from '../tools/evaluate/model-options.js';
import type { CliIo } from './cli-io.js';
import { argOption, flagOption, repeatedOption, textOption, UsageError, type CommandOptions } from './command.js';
import { resolveProject, type ProjectArguments } from './project-options.js';

/** Options of `evaluate` for a model, in addition to those of the project, `min`, `format` and `fail-on`. */
export const modelOptions = {
  model: {
    ...textOption,
    describe: 'Ask this model, such as openai:gpt-5-mini; it calls the tools of the server, and each run is recorded',
  },
  'base-url': {
    ...textOption,
    describe: 'With --model: URL of the API, such as http://127.0.0.1:11434/v1 for openai-compatible:qwen3 in Ollama',
  },
  runs: { ...textOption, default: '1', describe: 'With --model: runs of each question' },
  mode: {
    ...repeatedOption,
    choices: ['tools', 'discover', 'code'],
    describe: "With --model: mode of the server; can be repeated; default: the server's own",
  },
  responses: {
    ...textOption,
    choices: ['mock', 'live'],
    default: 'mock',
    describe: 'With --model: results of tools from examples and output schemas (mock), or from the handlers (live)',
  },
  'max-steps': { ...textOption, default: '10', describe: 'With --model: maximum responses of the model per run' },
  'max-tokens': { ...textOption, default: '2000000', describe: 'With --model: maximum tokens of all runs' },
  'max-cost': { ...textOption, describe: 'With --model: maximum cost of all runs in USD, such as 0.50' },
  price: {
    ...textOption,
    describe: 'With --model: USD per million tokens of input and output, such as 0.25,2; default: a known price',
  },
  timeout: { ...textOption, default: '120', describe: 'With --model: seconds for each response and each call' },
  'dry-run': { ...flagOption, describe: 'With --model: estimate tokens and cost without asking the model' },
  record: { ...textOption, default: 'evaluations', describe: 'Folder of the recordings, relative to the project' },
  replay: { ...flagOption, describe: 'Repeat the recordings without a model, and report what no longer fits' },
  import: { ...textOption, describe: 'Print the cases of a file of MCPJam or promptfoo as questions' },
  arg: argOption,
} as const satisfies CommandOptions;

/** Values of the options. */
export type ModelArguments = ProjectArguments &
  InferredOptionTypes<typeof modelOptions> & {
    readonly min?: readonly string[] | undefined;
    readonly format?: string | undefined;
    readonly 'fail-on'?: string | undefined;
  };

/** Whether options ask for an evaluation with a model, a replay, or an import. */
export function usesModel({
  model,
  replay,
  import: file,
}: Pick<ModelArguments, 'model' | 'replay' | 'import'>): boolean {
  return model !== undefined || replay || file !== undefined;
}

/**
 * Runs `evaluate` with a model, a replay, or an import. Returns the exit code.
 * @param writeFile Writes the report to the file of `--out`; absent without that option.
 * @throws {UsageError} if options are invalid or cannot be combined.
 */
export async function runWithModel(
  args: ModelArguments,
  io: CliIo,
  writeFile?: (text: string) => Promise<boolean>,
): Promise<number> {
  const { evaluateWithModel, printImport } = await import('../tools/evaluate/evaluate-with-model.js');
  if (args.import !== undefined) {
    if (args.model !== undefined || args.replay)
      throw new UsageError('--import cannot be combined with other options.');
    return printImport(path.resolve(io.cwd, args.import), io);
  }
  if (args.replay && args['dry-run']) throw new UsageError('--replay and --dry-run cannot be combined.');
  const project = resolveProject(args, io.cwd);
  const options = {
    ...parse(args),
    project,
    modes: [...new Set(args.mode ?? [])],
    responses: args.responses,
    isDryRun: args['dry-run'],
    recordFolder: path.resolve(project.root, args.record),
    isReplay: args.replay,
    failsOnMissing: args['fail-on'] === 'missing',
    format: readFormat(args.format),
    serverArgs: args.arg ?? [],
  };
  return evaluateWithModel(options, {
    writeOut: io.writeOut,
    writeError: io.writeError,
    writeFile,
    color: io.colorOut ?? false,
    environment: env,
    nodeMajor: Number.parseInt(versions.node, 10),
    now: () => performance.now(),
    today: new Date().toISOString().slice(0, 10),
    catchInterrupt: io.catchInterrupt,
  });
}

function parse(args: ModelArguments) {
  try {
    return parseModelOptions({
      model: args.model,
      baseUrl: args['base-url'],
      runs: args.runs,
      maxSteps: args['max-steps'],
      maxTokens: args['max-tokens'],
      maxCost: args['max-cost'],
      price: args.price,
      timeout: args.timeout,
      min: args.min ?? [],
    });
  } catch (error) {
    if (error instanceof OptionError) throw new UsageError(error.message);
    throw error;
  }
}

function readFormat(format = 'text'): 'text' | 'json' | 'junit' | 'html' {
  const formats = ['text', 'json', 'junit', 'html'] as const;
  const found = formats.find((known) => known === format);
  if (found === undefined) throw new UsageError(`--format must be one of ${formats.join(', ')}.`);
  return found;
}
