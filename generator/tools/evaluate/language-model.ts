import { isJsonObject, type JsonObject } from '../../../runtime/wire/json.js';
import { importInstalled } from '../../core/package/import-installed.js';
import type { ListedTool } from './evaluated-server.js';
import { listPackages, providers, type Environment, type Provider } from './providers.js';

/** Thrown if a model cannot be used: a package, a key or a variable is missing. The message is for the user. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** Message of the AI SDK (`ModelMessage`). */
export type ModelMessage = object;

/** Request to a model. */
export interface ModelRequest {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ListedTool[];
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

/** Tool call in a response of a model. */
export interface ModelCall {
  readonly id: string;
  /** Name as the model wrote it. */
  readonly name: string;
  /** Name of the tool on the server. */
  readonly tool: string;
  /** A text if it is no JSON. */
  readonly input: unknown;
}

/** Response of a model. */
export interface ModelResponse {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly finishReason: string;
  /** Absent if the provider does not count tokens. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** Messages of the model, to be sent with the next request. */
  readonly messages: readonly ModelMessage[];
}

/** Model of a provider. */
export interface LanguageModel {
  /** Rejects with an error of the provider. */
  generate(request: ModelRequest): Promise<ModelResponse>;
}

/** Which model to use. */
export interface ModelChoice {
  /** Name of the provider, such as `openai`. */
  readonly provider: string;
  /** Name of the model for the provider. */
  readonly model: string;
  readonly baseUrl?: string | undefined;
}

/** Where packages and keys are. */
export interface ModelPlace {
  /** Absolute path of the project, whose packages are used. */
  readonly root: string;
  readonly environment: Environment;
  /** Major version of Node. */
  readonly nodeMajor: number;
}

/**
 * The part of the AI SDK that is used, which versions 5 to 7 have.
 *
 * @see https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text
 */
interface AiSdk {
  generateText(options: object): Promise<unknown>;
  jsonSchema(schema: object): unknown;
}

/**
 * Opens a model with the AI SDK and the provider package that are installed in the project.
 *
 * @throws {ModelError} if a package, key or variable is missing
 */
export async function openLanguageModel(choice: ModelChoice, place: ModelPlace): Promise<LanguageModel> {
  const provider = findProvider(choice.provider);
  const settings = readSettings(provider, choice, place.environment);
  const packages = listPackages(provider, place.nodeMajor);
  const sdk = await load(place.root, 'ai', packages);
  const module = await load(place.root, provider.package, packages);
  const factory = module[provider.factory];
  if (typeof sdk['generateText'] !== 'function' || typeof sdk['jsonSchema'] !== 'function') {
    throw new ModelError(`The package \`ai\` must be version 5 or later. ${adviseInstall(packages)}`);
  }
  if (typeof factory !== 'function') {
    throw new ModelError(`The package \`${provider.package}\` has no ${provider.factory}. ${adviseInstall(packages)}`);
  }
  const create = (factory as (settings: object) => (model: string) => unknown)(settings);
  return new SdkModel(sdk as unknown as AiSdk, create(choice.model));
}

/** @throws {ModelError} for an unknown name */
export function findProvider(name: string): Provider {
  const found = providers.find((provider) => provider.name === name);
  if (found !== undefined) return found;
  const names = providers.map((provider) => provider.name).join(', ');
  throw new ModelError(`Unknown provider "${name}". Providers: ${names}. For Ollama, use openai-compatible.`);
}

function readSettings(provider: Provider, { baseUrl }: ModelChoice, environment: Environment): object {
  const { name, key, variables = [], isOpen } = provider;
  const apiKey = environment[key];
  if (isOpen === true && baseUrl === undefined) {
    throw new ModelError(`${name} needs --base-url, such as http://127.0.0.1:11434/v1 for Ollama.`);
  }
  const required = isOpen === true ? [] : baseUrl === undefined ? [key, ...variables] : [key];
  const missing = required.filter((variable) => (environment[variable] ?? '') === '');
  if (missing.length > 0) throw new ModelError(`Set ${missing.join(' and ')} in the environment to use ${name}.`);
  return {
    ...(isOpen === true && { name: 'compatible' }),
    ...(apiKey !== undefined && apiKey !== '' && { apiKey }),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
  };
}

async function load(root: string, name: string, packages: readonly string[]): Promise<JsonObject> {
  const module = await importInstalled(root, name).catch((error: unknown) => {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new ModelError(`The package \`${name}\` cannot be loaded: ${reason}. ${adviseInstall(packages)}`);
  });
  if (module !== undefined) return module as JsonObject;
  throw new ModelError(`The package \`${name}\` is not installed. ${adviseInstall(packages)}`);
}

function adviseInstall(packages: readonly string[]): string {
  return `Run \`npm install --save-dev ${packages.join(' ')}\`.`;
}

/** Model that is called through the AI SDK, one response at a time. */
class SdkModel implements LanguageModel {
  readonly #sdk: AiSdk;
  readonly #model: unknown;

  constructor(sdk: AiSdk, model: unknown) {
    this.#sdk = sdk;
    this.#model = model;
    // Warnings about options that a provider ignores would be between the lines of the report.
    Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  }

  async generate(request: ModelRequest): Promise<ModelResponse> {
    const { instructions, messages, tools, maxOutputTokens, signal } = request;
    const names = new ToolNames(tools);
    // Without `execute`, the SDK returns the calls.
    const listed = tools.map(({ name, description, inputSchema }) => [
      names.toModel(name),
      { description, inputSchema: this.#sdk.jsonSchema(inputSchema) },
    ]);
    const result = await this.#sdk.generateText({
      model: this.#model,
      // `instructions` replaces `system` since version 7.
      system: instructions,
      instructions,
      messages,
      tools: Object.fromEntries(listed),
      maxOutputTokens,
      abortSignal: signal,
    });
    return readResponse(result, names);
  }
}

/** Names of tools as all providers accept them: at most 64 letters, digits, hyphens and underscores. */
class ToolNames {
  readonly #toModel = new Map<string, string>();
  readonly #toServer = new Map<string, string>();

  constructor(tools: readonly ListedTool[]) {
    for (const { name } of tools) {
      const plain = name.replaceAll(/[^\w-]/gu, '_').slice(0, 60);
      let unique = plain;
      for (let count = 2; this.#toServer.has(unique); count += 1) unique = `${plain}_${count}`;
      this.#toModel.set(name, unique);
      this.#toServer.set(unique, name);
    }
  }

  toModel(name: string): string {
    return this.#toModel.get(name) ?? name;
  }

  toServer(name: string): string {
    return this.#toServer.get(name) ?? name;
  }
}

function readResponse(result: unknown, names: ToolNames): ModelResponse {
  const { text, toolCalls, finishReason, usage, response, responseMessages } = objectOf(result);
  const { inputTokens, outputTokens } = objectOf(usage);
  const calls = listOf(toolCalls)
    .map(objectOf)
    // Tools of the provider, such as its web search, have already run.
    .filter((call) => call['providerExecuted'] !== true)
    .map((call) => ({
      id: String(call['toolCallId']),
      name: String(call['toolName']),
      tool: names.toServer(String(call['toolName'])),
      input: call['input'] ?? {},
    }));
  // The SDK responds to unknown tools and invalid JSON itself. Here, the server does.
  const messages = listOf(responseMessages ?? objectOf(response)['messages']).map(objectOf);
  return {
    text: typeof text === 'string' ? text : '',
    calls,
    finishReason: typeof finishReason === 'string' ? finishReason : 'unknown',
    inputTokens: numberOf(inputTokens),
    outputTokens: numberOf(outputTokens),
    messages: messages.filter(({ role }) => role === 'assistant'),
  };
}

/** Result of a call, for the model. */
export interface ModelCallResult {
  readonly call: ModelCall;
  readonly text: string;
  readonly isError: boolean;
}

/** Creates the message with the results of calls. */
export function createResultMessage(results: readonly ModelCallResult[]): ModelMessage {
  return {
    role: 'tool',
    content: results.map(({ call, text, isError }) => ({
      type: 'tool-result',
      toolCallId: call.id,
      toolName: call.name,
      output: { type: isError ? 'error-text' : 'text', value: text },
    })),
  };
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
