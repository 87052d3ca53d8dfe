import { lowerSchema } from '../../core/client-requests/flat-schema.js';
import { lowerSampling } from '../../core/client-requests/lower-sampling.js';
import type { ContentBlock } from '../../core/api/builders.js';
import type { RequestedSchema, SamplingParams } from '../../core/api/handler-context.js';
import type { ToolDefinition } from '../../core/api/definition.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import { lowerBlock, lowerContents } from '../../core/results/encode-content.js';
import { isRequestFailure } from '../../core/exchange/client-requester.js';
import type { RecordedClientRequest } from './recorded-client-request.js';
import { isModernVersion } from '../../wire/protocol-versions.js';
import type { ProtocolRun, Outcome } from './test-case.js';

/** Tool whose calls are compared. */
export interface ComparedTool extends ToolDefinition {
  /** Whether the tool has an output schema. */
  readonly hasOutput: boolean;
}

/** Common outcome of calls that need a missing client capability: their errors differ between protocol versions. */
const refused = { refused: 'The client lacks a required capability' };

/** Removes the members of a result that only the modern era has. */
export function stripEnvelope(result: JsonObject): JsonObject {
  const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest } = result;
  const { 'io.modelcontextprotocol/serverInfo': _server, ...meta } = isJsonObject(_meta) ? _meta : {};
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

/**
 * Converts an outcome to an older protocol version, or keeps its own version.
 *
 * @param tool Tool that was called; `undefined` for a prompt or resource.
 */
export function lowerOutcome(
  { outcome, protocolVersion }: ProtocolRun,
  to: ProtocolVersion,
  tool: ComparedTool | undefined,
): JsonObject {
  if (isRefusal(outcome)) return refused;
  if ('result' in outcome)
    return { result: lowerContent(lowerStructured(outcome.result, protocolVersion, to, tool), to) };
  if (!('error' in outcome)) return { ...outcome };
  const { message, data } = outcome.error;
  const code = commonCode(outcome.error.code);
  return { error: { code, message, ...(code === -32603 ? {} : { data }) } };
}

/** Converts the parameters of a client request to an older protocol version, or keeps their own version. */
export function lowerClientRequest(
  { method, params, requestedSchema }: RecordedClientRequest,
  to: ProtocolVersion,
): JsonObject {
  if (method === 'sampling/createMessage') return lowerSampling(params as unknown as SamplingParams, to);
  const { elicitationId: _id, ...rest } = params;
  if (requestedSchema === undefined) return rest;
  return { ...rest, requestedSchema: lowerSchema(requestedSchema as unknown as RequestedSchema, to) };
}

function isRefusal(outcome: Outcome): boolean {
  if ('error' in outcome) {
    return outcome.error.code === -32021 || isRequestFailure(outcome.error.message);
  }
  if (!('result' in outcome) || outcome.result['isError'] !== true) return false;
  const { content } = outcome.result;
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  const text = isJsonObject(block) ? String(block['text']) : '';
  return isRequestFailure(text);
}

/** Maps the error codes that differ between protocol versions to one code. */
function commonCode(code: number): number {
  if (code === -32002) return -32602;
  return code <= -32000 && code >= -32099 ? -32603 : code;
}

function lowerContent(result: JsonObject, to: ProtocolVersion): JsonObject {
  const block = (value: JsonObject): JsonObject => lowerBlock(value as ContentBlock, to);
  const message = ({ role, content }: JsonObject): JsonObject => ({
    role,
    content: isJsonObject(content) ? block(content) : content,
  });
  const contents = mapList(result, 'contents', (each) => lowerContents(each, to));
  return mapList(mapList(contents, 'content', block), 'messages', message);
}

function mapList(result: JsonObject, name: string, map: (item: JsonObject) => JsonObject): JsonObject {
  const list = result[name];
  if (!Array.isArray(list)) return result;
  return { ...result, [name]: list.map((item: unknown) => (isJsonObject(item) ? map(item) : item)) };
}

/**
 * Converts the structured content of a result and its text: protocol versions up to 2025-11-25 wrap a value that is not
 * an object, and the first two have only the text.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
 */
function lowerStructured(
  result: JsonObject,
  from: ProtocolVersion,
  to: ProtocolVersion,
  tool: ComparedTool | undefined,
): JsonObject {
  const isWrapping = tool?.wrapsLegacyOutput === true;
  const { structuredContent: structured, ...rest } = result;
  const value = isWrapping ? withoutNotes(structured, !isModernVersion(from)) : structured;
  if (protocolFeatures[to].structuredContent) {
    const isWrapped =
      value !== undefined && isModernVersion(from) && !isModernVersion(to) && (isWrapping || !isJsonObject(value));
    return isWrapped
      ? { ...replaceText(rest, value, { result: value }), structuredContent: { result: value } }
      : { ...rest, ...(value === undefined ? {} : { structuredContent: value }) };
  }
  if (isWrapping && !isModernVersion(from) && isJsonObject(value)) return replaceText(rest, value, value['result']);
  return tool?.hasOutput === true ? rest : mapTexts(rest, unwrapText);
}

/** Removes the notes next to a value: older protocol versions send them in more cases. */
function withoutNotes(value: unknown, isWrapped: boolean): unknown {
  if (!isJsonObject(value) || Object.keys(value).join() !== 'result,_notes') return value;
  return isWrapped ? { result: value['result'] } : value['result'];
}

/** Replaces the text that mirrors the structured content. */
function replaceText(result: JsonObject, before: unknown, after: unknown): JsonObject {
  const [text, lowered] = [JSON.stringify(before), JSON.stringify(after)];
  return mapTexts(result, (each) => (each === text ? lowered : each));
}

/** Unwraps `{"result": …}`: without an output schema, a wrapped value looks like an object with one member. */
function unwrapText(text: string): string {
  if (!text.startsWith('{"result":')) return text;
  try {
    const { result, ...others } = JSON.parse(text) as JsonObject;
    return Object.keys(others).length === 0 ? JSON.stringify(result) : text;
  } catch {
    return text;
  }
}

function mapTexts(result: JsonObject, map: (text: string) => string): JsonObject {
  return mapList(result, 'content', (block) =>
    typeof block['text'] === 'string' ? { ...block, text: map(block['text']) } : block,
  );
}
