import type { PromptContent } from '../../core/api/handlers.js';
import type { Contract, ContractList } from '../../wire/contract.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { ToolError, type ToolCall } from './call-error.js';
import { ContractGuard } from './check-contract.js';
import { expandUri, type TemplateValues } from './expand-uri.js';
import { InvalidResultError } from './invalid-result-error.js';
import { readDeclared } from './read-declared.js';
import {
  readCompleteResult,
  readGetPromptResult,
  readReadResourceResult,
  textOf,
  type CompleteResult,
  type GetPromptResult,
  type ReadResourceResult,
  type ToolCallResult,
} from './results.js';
import { sendRequest, type CallOptions } from './send-request.js';

/**
 * Connected client that the typed client sends requests with: `Client` of `@modelcontextprotocol/sdk` or
 * `@modelcontextprotocol/client`. Calls with {@link CallOptions} have a last argument `{ signal, timeout }`.
 */
export interface ClientPeer {
  /**
   * Without `getNegotiatedProtocolVersion`, the options are the third argument, as in version 1 of the official client.
   */
  callTool(
    params: { name: string; arguments?: { [name: string]: unknown } },
    ...options: readonly unknown[]
  ): Promise<unknown>;
  getPrompt(
    params: { name: string; arguments?: { [name: string]: string } },
    ...options: readonly unknown[]
  ): Promise<unknown>;
  readResource(params: { uri: string }, ...options: readonly unknown[]): Promise<unknown>;
  complete(params: CompleteParams, ...options: readonly unknown[]): Promise<unknown>;
  /** Absent: the peer's protocol version is 2025-11-25 or earlier. */
  getNegotiatedProtocolVersion?(): string | undefined;
  /**
   * Returns the error that the handler threw, for a failed result of `callTool`. Only peers in the server's process
   * have this method.
   */
  causeOf?(result: object): unknown;
  /** `undefined` once the connection is closed. */
  readonly transport?: unknown;
}

/** Parameters of `completion/complete`. */
export interface CompleteParams {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
  context?: { arguments: { [name: string]: string } };
}

/** Calls a tool. The input may be omitted if nothing in it is required. */
export type ToolMethod<Input, Output> = (...input: ToolArguments<Input>) => Promise<ToolCallResult<Output>>;

/**
 * Calls a tool that declares errors.
 *
 * @typeParam Errors The data of each error by name; `undefined` for an error without data.
 */
export type FailingToolMethod<Input, Output, Errors> = (
  ...input: ToolArguments<Input>
) => ToolCall<ToolCallResult<Output>, Errors>;

type ToolArguments<Input> = {} extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions];

/** Gets a prompt. The arguments may be omitted if none is required. */
export type PromptMethod<Arguments> = (
  ...values: {} extends Arguments
    ? [values?: Arguments, options?: CallOptions]
    : [values: Arguments, options?: CallOptions]
) => Promise<GetPromptResult>;

/** Reads a resource. */
export type ResourceMethod = (options?: CallOptions) => Promise<ReadResourceResult>;

/** Reads the resource of a URI template with these values for its variables. */
export type ResourceTemplateMethod<Variables> = (
  ...variables: {} extends Variables
    ? [variables?: Variables, options?: CallOptions]
    : [variables: Variables, options?: CallOptions]
) => Promise<ReadResourceResult>;

/**
 * Requests suggestions.
 *
 * @param value Text that the user has typed.
 * @param others Values of other arguments or variables.
 */
export type CompletionMethod = (
  value: string,
  others?: { readonly [name: string]: string },
  options?: CallOptions,
) => Promise<CompleteResult>;

/** Options of a typed client. */
export interface ClientOptions {
  /**
   * Contract of the server, parsed from `generated/contract.json`: before the first call, the client compares what the
   * server lists, and refuses calls of entries that have changed, with a {@link ContractError}. Entries that are new do
   * not matter. Default: no check.
   */
  readonly pin?: Contract;
}

/** Facts about a server for its client, and the client's options. */
export interface ServerFacts extends ClientOptions {
  /** Tools whose output is not always an object: protocol versions up to 2025-11-25 wrap it as `{ result }`. */
  readonly wrapped?: readonly string[];
}

/**
 * Creates the typed client of a server; `connect` in `generated/client.ts` calls it. Methods throw {@link ToolError}
 * when the tool failed, {@link RequestError} when the server refused the request, {@link ConnectionError}, {@link
 * TimeoutError} or {@link InvalidResultError} if there is no valid result, and the reason of an aborted signal.
 *
 * @typeParam Client The interface in `generated/client.ts`.
 */
export function createClient<Client>(peer: ClientPeer, { wrapped = [], pin }: ServerFacts = {}): Client {
  const guard = pin && new ContractGuard(peer, pin);
  const isLegacy = (): boolean => (peer.getNegotiatedProtocolVersion?.() ?? '') < '2026-07-28';
  const callTool = async (
    name: string,
    input: JsonObject = {},
    options?: CallOptions,
  ): Promise<ToolCallResult<unknown>> => {
    const skipped = peer.getNegotiatedProtocolVersion === undefined ? [undefined] : [];
    const params = { name, arguments: { ...input } };
    const result = await sendRequest(peer, options, (...args) =>
      peer.callTool(params, ...(args.length === 0 ? [] : [...skipped, ...args])),
    );
    const { isError, structuredContent, _meta } = result;
    const content = readContent(result['content'], isLegacy());
    if (isError === true) throw new ToolError(name, content, peer.causeOf?.(result), readDeclared(_meta));
    const isWrapped =
      wrapped.includes(name) && isJsonObject(structuredContent) && (isLegacy() || isNoted(structuredContent));
    const structured = isWrapped ? structuredContent['result'] : structuredContent;
    return { structured, text: textOf(content), content, meta: isJsonObject(_meta) ? _meta : {} };
  };
  const getPrompt = async (name: string, values: { readonly [name: string]: string } = {}, options?: CallOptions) => {
    const params = { name, arguments: withoutUndefined(values) };
    return readGetPromptResult(await sendRequest(peer, options, (...args) => peer.getPrompt(params, ...args)));
  };
  const complete = (list: ContractList, key: string, ref: CompleteParams['ref']): object =>
    byMember((name) => async (value: string, others?: { readonly [name: string]: string }, options?: CallOptions) => {
      const context = others === undefined ? {} : { context: { arguments: { ...others } } };
      const params = { ref, argument: { name, value }, ...context };
      await guard?.check(list, key);
      return readCompleteResult(await sendRequest(peer, options, (...args) => peer.complete(params, ...args)));
    });
  const read = async (uri: string, options?: CallOptions): Promise<ReadResourceResult> =>
    readReadResourceResult(await sendRequest(peer, options, (...args) => peer.readResource({ uri }, ...args)));
  return {
    tools: byName(
      guard,
      'tools',
      (name) => (input?: JsonObject, options?: CallOptions) => callTool(name, input, options),
    ),
    prompts: byName(
      guard,
      'prompts',
      (name) => (values?: { readonly [name: string]: string }, options?: CallOptions) =>
        getPrompt(name, values, options),
    ),
    resources: byName(guard, 'resources', (uri) => (options?: CallOptions) => read(uri, options)),
    resourceTemplates: byName(
      guard,
      'resourceTemplates',
      (template) =>
        (variables: TemplateValues = {}, options?: CallOptions) =>
          read(expandUri(template, variables), options),
    ),
    completions: {
      prompts: byMember((name) => complete('prompts', name, { type: 'ref/prompt', name })),
      resourceTemplates: byMember((uri) => complete('resourceTemplates', uri, { type: 'ref/resource', uri })),
    },
  } as Client;
}

/** Creates an object with a method for any name, which checks the entry of that name before it is called. */
function byName<Args extends readonly unknown[]>(
  guard: ContractGuard | undefined,
  list: ContractList,
  make: (name: string) => (...args: Args) => Promise<unknown>,
): object {
  return byMember((name) => {
    const call = make(name);
    return guard === undefined ? call : (...args: Args) => guard.check(list, name).then(() => call(...args));
  });
}

/** Creates an object with a member for any name, except `then`: a thenable would be awaited. */
function byMember(make: (name: string) => unknown): object {
  return new Proxy({}, { get: (_, name) => (typeof name === 'string' && name !== 'then' ? make(name) : undefined) });
}

/**
 * Reads the blocks of a tool result. In protocol versions up to 2025-11-25, a result with structured content can omit
 * them.
 *
 * @throws InvalidResultError for anything but a list.
 */
function readContent(blocks: unknown, isLegacy: boolean): readonly PromptContent[] {
  if (blocks === undefined && isLegacy) return [];
  if (!Array.isArray(blocks)) throw new InvalidResultError();
  return blocks as readonly PromptContent[];
}

/** Whether a value is the wrapper `{ result, _notes }`, which every protocol version uses. */
function isNoted(value: JsonObject): boolean {
  return Object.keys(value).join() === 'result,_notes' && Array.isArray(value['_notes']);
}

function withoutUndefined(values: { readonly [name: string]: string | undefined }): { [name: string]: string } {
  const defined = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(defined);
}
