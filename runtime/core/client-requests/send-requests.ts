import { ToolResult, type ToolResultParts } from '../api/builders.js';
import type { ElicitationDefinition } from '../api/definition.js';
import { fillPlaceholder } from '../api/generated-code.js';
import type {
  ElicitOptions,
  ClientRequestOptions,
  RequestedSchema,
  SamplingMessage,
  SamplingParams,
} from '../api/handler-context.js';
import type { RequestSpan, Span } from '../api/telemetry.js';
import type { Caller } from '../exchange/exchange.js';
import { stringifyExact } from '../../wire/stringify-exact.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { parseExactJson } from '../../wire/parse-json.js';
import { messageOf } from '../../wire/protocol-error.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import {
  limitWait,
  requestFailure,
  type ClientRequester,
  type ClientRequest,
  type Reading,
} from '../exchange/client-requester.js';
import { assertFlatSchema, hasChoices, lowerSchema } from './flat-schema.js';
import { findUnknownPart, listBlocks, lowerSampling } from './lower-sampling.js';
import { readContent } from './read-content.js';

const cancelled: JsonObject = { action: 'cancel' };
/** Prefix of step results that were made with a builder. No JSON text starts with this character. */
const resultMark = '=';
const emptyForm: RequestedSchema = { type: 'object', properties: {} };

/** The call for which requests are sent. */
export interface RequestSource {
  readonly caller: Caller;
  /** Span of the request. `undefined` without telemetry. */
  readonly span: RequestSpan | undefined;
  /** Uses the requester of the era. */
  converse<Result>(use: (requester: ClientRequester) => Promise<Result>): Promise<Result>;
  /** Counts an open client request until the promise settles. */
  count<Result>(send: () => Promise<Result>): Promise<Result>;
}

/**
 * Sends an elicitation with a form or a page.
 *
 * @param elicitationId Id of the elicitation, in protocol versions that have such ids.
 * @throws TypeError for a malformed message, schema or URL.
 */
export async function elicit(
  source: RequestSource,
  message: string,
  target: RequestedSchema | { readonly url: string },
  { key = 'ask', timeoutMs, unavailable = 'refuse', isStatic = false }: ElicitOptions = {},
  elicitationId?: string,
): Promise<JsonObject> {
  if (typeof message !== 'string') throw new TypeError('An elicitation message must be a string');
  const { elicitation, elicitationIds } = protocolFeatures[source.caller.protocolVersion];
  const common = {
    method: 'elicitation/create',
    key,
    isStatic,
    timeoutMs: limitWait(timeoutMs),
    fallback: cancelled,
    isOptional: unavailable === 'cancel',
  } as const;
  if ('url' in target) {
    if (!/^https?:/iu.test(target.url) || !URL.canParse(target.url)) {
      throw new TypeError('An elicitation URL must be a valid https: URL');
    }
    const id = elicitationIds ? { elicitationId: elicitationId ?? crypto.randomUUID() } : {};
    const clientRequest = { ...common, params: { mode: 'url', message, url: target.url, ...id }, read: readVisit };
    const unknown = { none: 'elicitation', forms: 'URL mode elicitation', modes: undefined }[elicitation];
    return request(source, clientRequest, { elicitation: { url: {} } }, unknown);
  }
  assertFlatSchema(target);
  const requestedSchema = lowerSchema(target, source.caller.protocolVersion);
  const read = (result: JsonObject): Reading => readForm(result, target);
  const unknown = {
    none: 'elicitation',
    forms: hasChoices(requestedSchema) ? 'multi-select fields in elicitation' : undefined,
    modes: undefined,
  }[elicitation];
  return request(
    source,
    { ...common, params: { message, requestedSchema }, read },
    { elicitation: { form: {} } },
    unknown,
  );
}

/**
 * Sends an elicitation that the definition declares.
 *
 * @param values Values of the placeholders in the elicitation.
 */
export async function elicitDeclared(
  source: RequestSource,
  key: string,
  { message, requestedSchema, url, unavailable }: ElicitationDefinition,
  values: JsonObject,
): Promise<JsonObject> {
  const isStatic = message.length === 1 && (url === undefined || url.length === 1);
  const options = { key, isStatic, ...(unavailable === undefined ? {} : { unavailable }) };
  const textOf = (name: string): string => fillPlaceholder(values, name);
  const page = url === undefined ? undefined : { url: fill(url, (name) => encodeURIComponent(textOf(name))) };
  return elicit(source, fill(message, textOf), page ?? requestedSchema ?? emptyForm, options);
}

/**
 * Asks the client's model for a message. Context is requested only from clients that declare it.
 *
 * @throws TypeError for malformed messages and for tool uses without results.
 */
export async function sample(
  source: RequestSource,
  params: SamplingParams,
  { key = 'sample', timeoutMs }: ClientRequestOptions = {},
): Promise<JsonObject> {
  const { protocolVersion } = source.caller;
  checkMessages(params.messages);
  const needsTools = params.tools !== undefined || params.toolChoice !== undefined;
  const clientRequest: ClientRequest = {
    method: 'sampling/createMessage',
    key,
    timeoutMs: limitWait(timeoutMs),
    params: withoutContext(source.caller, lowerSampling(params, protocolVersion)),
    read: (result) => (isMessage(result) ? { result } : undefined),
  };
  return request(
    source,
    clientRequest,
    { sampling: needsTools ? { tools: {} } : {} },
    findUnknownPart(params, protocolVersion),
  );
}

/** Requests the folders that the client works in. */
export async function roots(
  source: RequestSource,
  { key = 'roots', timeoutMs }: ClientRequestOptions = {},
): Promise<unknown> {
  const clientRequest: ClientRequest = {
    method: 'roots/list',
    key,
    isStatic: true,
    timeoutMs: limitWait(timeoutMs),
    params: undefined,
    read: (result) => (areRoots(result['roots']) ? { result: { roots: result['roots'] } } : undefined),
  };
  const { roots } = await request(source, clientRequest, { roots: {} });
  return roots;
}

/** Whether the client supports URL mode elicitation. */
export function canShowPages(source: RequestSource): boolean {
  const hasPages = protocolFeatures[source.caller.protocolVersion].elicitation === 'modes';
  return hasPages && declares(source.caller, { elicitation: { url: {} } });
}

/**
 * Runs a step once in all rounds of a request.
 *
 * @param isAsking Whether the step currently waits for a client request.
 */
export async function step(
  source: RequestSource,
  name: string,
  run: () => unknown,
  isAsking?: () => boolean,
): Promise<unknown> {
  const runToText = async (): Promise<string | undefined> => {
    // A step that may send client requests is a call of a script, which has its own span.
    const span = isAsking === undefined ? source.span?.begin({ kind: 'step', name }) : undefined;
    const result = await (span === undefined ? run() : observe(span, run));
    const parts = ToolResult.partsOf(result);
    if (parts !== undefined) return resultMark + stringifyExact(parts);
    const json = stringifyExact(result);
    if (json === undefined && result !== undefined) throw new TypeError(`The result of the step "${name}" is not JSON`);
    return json;
  };
  const text = await source.converse((requester) => requester.step(name, runToText, isAsking));
  if (text?.startsWith(resultMark)) return new ToolResult(parseExactJson(text.slice(1)) as ToolResultParts);
  return text === undefined ? undefined : parseExactJson(text);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#capabilities */
function withoutContext({ protocolVersion, clientCapabilities }: Caller, params: JsonObject): JsonObject {
  const { sampling } = clientCapabilities;
  const isDeclared = isJsonObject(sampling) && isJsonObject(sampling['context']);
  const { includeContext, ...rest } = params;
  if (includeContext === undefined || includeContext === 'none') return params;
  return isDeclared || !protocolFeatures[protocolVersion].samplingTools ? params : rest;
}

/**
 * @param required The capabilities that the client must declare.
 * @param unknown Part of the request that the protocol version does not support, if any.
 */
async function request(
  source: RequestSource,
  clientRequest: ClientRequest,
  required: JsonObject,
  unknown?: string,
): Promise<JsonObject> {
  const canBeAsked = unknown === undefined && declares(source.caller, required);
  if (!canBeAsked && clientRequest.isOptional === true) return cancelled;
  if (unknown !== undefined) {
    throw requestFailure(
      clientRequest.method,
      `protocol version ${source.caller.protocolVersion} does not support ${unknown}`,
    );
  }
  return source.count(() =>
    source.converse((requester) => (canBeAsked ? send(source, requester, clientRequest) : requester.refuse(required))),
  );
}

async function send(
  source: RequestSource,
  requester: ClientRequester,
  clientRequest: ClientRequest,
): Promise<JsonObject> {
  const span = source.span?.begin({ kind: 'client-request', method: clientRequest.method, key: clientRequest.key });
  if (span === undefined) return requester.send(clientRequest);
  try {
    const result = await requester.send({ ...clientRequest, span });
    span.end(typeof result['action'] === 'string' ? { action: result['action'] } : {});
    return result;
  } catch (error) {
    span.end({ errorType: 'no_answer', message: messageOf(error) });
    throw error;
  }
}

async function observe(span: Span, work: () => unknown): Promise<unknown> {
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ errorType: '_OTHER', message: messageOf(error) });
    throw error;
  }
}

/** Fills in the placeholders: every second part is a placeholder. */
function fill(parts: readonly string[], valueOf: (name: string) => string): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : valueOf(part))).join('');
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions */
function readForm({ action, content = {} }: JsonObject, schema: RequestedSchema): Reading {
  if (action !== 'accept') return readRefusal(action);
  if (!isJsonObject(content)) return { problem: 'it must be an object' };
  const read = readContent(content, schema);
  return 'problem' in read ? read : { result: { action, content: read.content } };
}

function readVisit({ action }: JsonObject): Reading {
  return action === 'accept' ? { result: { action } } : readRefusal(action);
}

function readRefusal(action: unknown): Reading {
  return action === 'decline' || action === 'cancel' ? { result: { action } } : undefined;
}

function isMessage({ role, content, model }: JsonObject): boolean {
  const isContent = Array.isArray(content) ? content.every(isJsonObject) : isJsonObject(content);
  return (role === 'assistant' || role === 'user') && isContent && typeof model === 'string';
}

function areRoots(roots: unknown): boolean {
  return Array.isArray(roots) && roots.every((root) => isJsonObject(root) && typeof root['uri'] === 'string');
}

/**
 * Whether a client declares capabilities. An empty `elicitation` means that the client supports forms.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities
 */
function declares({ protocolVersion, clientCapabilities }: Caller, required: JsonObject): boolean {
  const { elicitation } = clientCapabilities;
  const isOld = protocolFeatures[protocolVersion].elicitation === 'forms';
  const meansForms = isJsonObject(elicitation) && (isOld || elicitation['url'] === undefined);
  const declared = meansForms
    ? { ...clientCapabilities, elicitation: { ...elicitation, form: {} } }
    : clientCapabilities;
  return includes(declared, required);
}

function includes(declared: JsonObject, required: JsonObject): boolean {
  return Object.entries(required).every(([name, more]) => {
    const value = declared[name];
    return isJsonObject(value) && includes(value, more as JsonObject);
  });
}

/**
 * Checks that every tool use is followed by its result, in a message that contains only results.
 *
 * @throws TypeError that names the message.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints
 */
function checkMessages(messages: readonly SamplingMessage[]): void {
  messages.forEach((message, index) => {
    const results = listBlocks(message).filter(({ type }) => type === 'tool_result');
    const uses = listBlocks(messages[index - 1]).filter(({ type }) => type === 'tool_use');
    const isMixed = results.length > 0 && results.length < listBlocks(message).length;
    if (isMixed) throw new TypeError(`messages[${index}] mixes tool results with other content`);
    const resultIds = results.map((result) => result['toolUseId']);
    const isBalanced = resultIds.length === uses.length && uses.every(({ id }) => resultIds.includes(id));
    if (!isBalanced) throw new TypeError(`messages[${index}] must contain the results of the preceding tool uses`);
  });
  const last = messages.length - 1;
  if (listBlocks(messages[last]).some(({ type }) => type === 'tool_use')) {
    throw new TypeError(`The tool uses of messages[${last}] have no results`);
  }
}
