import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { runInMemory, type CliOutcome } from '../cli/run-in-memory.js';

const root = path.resolve(import.meta.dirname, '..', '..');

/** A call that the stand-in model makes: its tool, and its arguments as JSON text or value. */
export type PlayedCall = readonly [tool: string, input: unknown];

/** A response of the stand-in model: a text, calls, or both. */
export interface PlayedStep {
  readonly text?: string;
  readonly calls?: readonly PlayedCall[];
  readonly finishReason?: string;
}

/** What the model is asked, as the AI SDK passes it to a provider. */
export interface ModelPrompt {
  readonly prompt: readonly {
    readonly role: string;
    readonly content: string | readonly { readonly [key: string]: unknown }[];
  }[];
  readonly tools?: readonly { readonly name: string }[];
}

/** Decides what the model does next; `round` counts its responses to this question. */
export type Play = (question: string, round: number, prompt: ModelPrompt) => PlayedStep;

/** The stand-in of a provider's package: the mock model of the AI SDK, played by a function of the test. */
const provider = `
import { MockLanguageModelV3 } from 'ai/test';
export const createOpenAI = ({ apiKey }) => (modelId) =>
  new MockLanguageModelV3({ modelId, doGenerate: (options) => globalThis.playedModel(options, apiKey) });
`;

/** Lets a function play the model in all projects of a test. Returns the prompts that it gets. */
export function playModel(play: Play, tokens = { input: 100, output: 10 }): readonly ModelPrompt[] {
  const prompts: ModelPrompt[] = [];
  Object.assign(globalThis, {
    playedModel: async (options: ModelPrompt) => {
      prompts.push(options);
      const asked = options.prompt.find(({ role }) => role === 'user')?.content ?? '';
      const question = typeof asked === 'string' ? asked : asked.map(({ text }) => text).join('');
      const round = options.prompt.filter(({ role }) => role === 'assistant').length;
      const { text, calls = [], finishReason } = play(question, round, options);
      return {
        content: [
          ...(text === undefined ? [] : [{ type: 'text', text }]),
          ...calls.map(([toolName, input], index) => ({
            type: 'tool-call',
            toolCallId: `call-${round}-${index}`,
            toolName,
            input: typeof input === 'string' ? input : JSON.stringify(input),
          })),
        ],
        finishReason: { unified: finishReason ?? (calls.length > 0 ? 'tool-calls' : 'stop'), raw: undefined },
        usage: {
          inputTokens: { total: tokens.input, noCache: tokens.input },
          outputTokens: { total: tokens.output, text: tokens.output },
        },
        warnings: [],
      };
    },
  });
  return prompts;
}

export const definition = `
server: { name: orders, version: 1.0.0, instructions: Amounts are in cents. }
tools:
  find_orders:
    description: Finds the orders of a customer.
    annotations: { readOnlyHint: true }
    inputSchema:
      type: object
      properties: { customer: { type: integer, minimum: 1, description: Number of the customer. } }
      required: [customer]
      additionalProperties: false
    outputSchema:
      type: object
      properties: { orders: { type: array, items: { type: object, properties: { id: { type: integer } } } } }
      required: [orders]
    examples:
      - input: { customer: 7 }
        output: { orders: [{ id: 1234 }] }
    questions:
      - { ask: what did customer 7 buy?, arguments: { find_orders: { customer: 7 } } }
  refund_order:
    description: Refunds an order.
    inputSchema:
      type: object
      properties: { id: { type: integer, description: Number of the order. } }
      required: [id]
    questions:
      - ask: refund the order of customer 7
        tools: [find_orders, refund_order]
        never: [delete_order]
        arguments: { refund_order: { id: 1234 } }
  delete_order:
    description: Deletes an order.
    inputSchema:
      type: object
      properties: { id: { type: integer, description: Number of the order. } }
      required: [id]
`;

/** A generated project with a stand-in for the package of a provider. */
export async function makeProject(
  files: { readonly [file: string]: string } = {},
  packages: readonly ('ai' | 'provider')[] = ['ai', 'provider'],
): Promise<string> {
  const folder = makeFolder({
    'package.json': '{ "name": "orders", "type": "module" }',
    'definitions/orders.mcp.yaml': definition,
    ...files,
  });
  mkdirSync(path.join(folder, 'node_modules'));
  const link = (name: string, target: string): void =>
    symlinkSync(target, path.join(folder, 'node_modules', name), 'junction');
  link('create-mcp-from-schema', root);
  if (packages.includes('ai')) link('ai', path.join(root, 'node_modules', 'ai'));
  if (packages.includes('provider')) {
    putFiles(folder, {
      'node_modules/@ai-sdk/openai/package.json':
        '{ "name": "@ai-sdk/openai", "version": "3.0.0", "type": "module", "exports": "./index.js" }',
      'node_modules/@ai-sdk/openai/index.js': provider,
    });
  }
  await generate(folder);
  return folder;
}

/** Generates a project again, after a change. */
export async function generate(folder: string): Promise<void> {
  const { exitCode, error } = await runInMemory(['generate', '--force'], { cwd: folder });
  if (exitCode !== 0) throw new Error(error);
}

/** Changes the definition of a project, and generates it. */
export async function change(folder: string, before: string | RegExp, after: string): Promise<void> {
  const file = 'definitions/orders.mcp.yaml';
  const text = readFileSync(path.join(folder, file), 'utf8');
  const changed = text.replace(before, after);
  if (changed === text) throw new Error(`Nothing to change: ${String(before)}`);
  putFiles(folder, { [file]: changed });
  await generate(folder);
}

/** Runs `evaluate`. Its model is \`openai:stand-in\` unless the arguments say something else. */
export function evaluate(folder: string, ...args: readonly string[]): Promise<CliOutcome> {
  const isOther = args.includes('--model') || args.includes('--replay') || args.includes('--import');
  return runInMemory(['evaluate', ...(isOther ? [] : ['--model', 'openai:stand-in']), ...args], { cwd: folder });
}

/** Reads a recording of a project. */
export function readRecording(folder: string, mode = 'tools'): string {
  return readFileSync(path.join(folder, 'evaluations', `openai-stand-in.${mode}.json`), 'utf8');
}

/** A model that does everything right. */
export const rightPlay: Play = (question, round) => {
  if (round === 0) return { calls: [['find_orders', { customer: 7 }]] };
  if (question.startsWith('refund') && round === 1) return { calls: [['refund_order', { id: 1234 }]] };
  return { text: 'Done.' };
};
