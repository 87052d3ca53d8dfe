import type { PromptContent } from '../api/handlers.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { toCallError, ToolError } from './call-error.js';
import { expandUri, type TemplateValues } from './expand-uri.js';
import {
  readCompletionReply,
  readPromptReply,
  readResourceReply,
  textOf,
  type CompletionReply,
  type PromptReply,
  type ResourceReply,
  type ToolReply,
} from './replies.js';

/** Connected client that sends the requests: `Client` of `@modelcontextprotocol/sdk` or `@modelcontextprotocol/client`. */
export interface ClientPeer {
  callTool(params: { name: string; arguments?: { [name: string]: unknown } }): Promise<unknown>;
  getPrompt(params: { name: string; arguments?: { [name: string]: string } }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  complete(params: CompleteParams): Promise<unknown>;
  /** Without it, the peer speaks a revision up to 2025-11-25. */
  getNegotiatedProtocolVersion?(): string | undefined;
}

/** Parameters of `completion/complete`. */
export interface CompleteParams {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
  context?: { arguments: { [name: string]: string } };
}

/** Calls a tool. The input may be left out when nothing in it is required. */
export type ToolMethod<Input, Output> = (
  ...input: {} extends Input ? [input?: Input] : [input: Input]
) => Promise<ToolReply<Output>>;

/** Gets a prompt. The arguments may be left out when none is required. */
export type PromptMethod<Arguments> = (
  ...values: {} extends Arguments ? [values?: Arguments] : [values: Arguments]
) => Promise<PromptReply>;

/** Reads a resource. */
export type ResourceMethod = () => Promise<ResourceReply>;

/** Reads the resource of a URI template for which the variables have these values. */
export type ResourceTemplateMethod<Variables> = (
  ...variables: {} extends Variables ? [variables?: Variables] : [variables: Variables]
) => Promise<ResourceReply>;

/**
 * Asks for suggestions.
 *
 * @param value Beginning of the value that the user has typed so far.
 * @param others Values of other arguments or variables.
 */
export type CompletionMethod = (
  value: string,
  others?: { readonly [name: string]: string },
) => Promise<CompletionReply>;

/** Facts about a server that its client needs. */
export interface ServerFacts {
  /** Tools whose output need not be an object: revisions up to 2025-11-25 have it as `{ result }`. */
  readonly wrapped?: readonly string[];
}

/**
 * Creates the typed client of a server; `connect` in `generated/client.ts` calls it. Methods throw {@link ToolError} when the tool
 * failed and {@link RequestError} when the server refused the request.
 *
 * @typeParam Client The interface in `generated/client.ts`.
 */
export function createClient<Client>(peer: ClientPeer, { wrapped = [] }: ServerFacts = {}): Client {
  const isLegacy = (): boolean => (peer.getNegotiatedProtocolVersion?.() ?? '') < '2026-07-28';
  const callTool = async (name: string, input: JsonObject = {}): Promise<ToolReply<unknown>> => {
    const {
      content: blocks,
      isError,
      structuredContent,
      _meta,
    } = await ask(peer.callTool({ name, arguments: { ...input } }));
    const content = (Array.isArray(blocks) ? blocks : []) as readonly PromptContent[];
    if (isError === true) throw new ToolError(name, content);
    const isWrapped =
      wrapped.includes(name) && isJsonObject(structuredContent) && (isLegacy() || isNoted(structuredContent));
    const structured = isWrapped ? structuredContent['result'] : structuredContent;
    return { structured, text: textOf(content), content, meta: isJsonObject(_meta) ? _meta : {} };
  };
  const complete = (ref: CompleteParams['ref']): object =>
    byName((name) => async (value: string, others?: { readonly [name: string]: string }) => {
      const context = others === undefined ? {} : { context: { arguments: { ...others } } };
      return readCompletionReply(await ask(peer.complete({ ref, argument: { name, value }, ...context })));
    });
  const read = async (uri: string): Promise<ResourceReply> => readResourceReply(await ask(peer.readResource({ uri })));
  const client = {
    tools: byName((name) => (input?: JsonObject) => callTool(name, input)),
    prompts: byName((name) => async (values: { readonly [name: string]: string } = {}) => {
      return readPromptReply(await ask(peer.getPrompt({ name, arguments: withoutUndefined(values) })));
    }),
    resources: byName((uri) => () => read(uri)),
    resourceTemplates: byName(
      (template) =>
        (variables: TemplateValues = {}) =>
          read(expandUri(template, variables)),
    ),
    completions: {
      prompts: byName((name) => complete({ type: 'ref/prompt', name })),
      resourceTemplates: byName((uri) => complete({ type: 'ref/resource', uri })),
    },
  };
  return client as Client;
}

/** An object that makes a member of any name when it is read. `then` is not one: an object with `then` would be awaited. */
function byName(make: (name: string) => unknown): object {
  return new Proxy({}, { get: (_, name) => (typeof name === 'string' && name !== 'then' ? make(name) : undefined) });
}

async function ask(sent: Promise<unknown>): Promise<JsonObject> {
  try {
    const result = await sent;
    return isJsonObject(result) ? result : {};
  } catch (error) {
    throw toCallError(error);
  }
}

/** Whether a value that need not be an object is sent with notes beside it, in every revision. */
function isNoted(value: JsonObject): boolean {
  return Object.keys(value).join() === 'result,_notes' && Array.isArray(value['_notes']);
}

function withoutUndefined(values: { readonly [name: string]: string | undefined }): { [name: string]: string } {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given);
}
