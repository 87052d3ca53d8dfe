import type { CallContext } from './call-context.js';
import { isJsonObject, type JsonObject } from './json-object.js';
import { listCacheHints } from './lists.js';
import { matchUri } from './match-uri.js';
import { invalidParams, NotFoundError, ProtocolError } from './protocol-error.js';
import { formatReport } from './report.js';
import { AnswerFault, describeFailure } from './results/answer-fault.js';
import { encodeBase64 } from './results/base64.js';
import { encodeContents } from './results/encode-content.js';
import type { CacheHints, ResultBody } from './results/result-body.js';
import { revisionFeatures, type Revision } from './revisions.js';
import type { Service } from './service.js';

/** What a handler reads may depend on who asks. */
const handlerCacheHints: CacheHints = { ttlMs: 0, scope: 'private' };

/**
 * Answers `resources/read`: the resource with exactly this URI, else the first template that matches it.
 *
 * @throws ProtocolError -32602 without a URI; the revision's code for a resource that does not exist; -32603 when the
 * handler fails or answers with what are no contents.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources
 */
export async function readResource(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody> {
  const { uri } = params;
  if (typeof uri !== 'string') throw invalidParams('Invalid params: "uri" must be a string');
  const source = findSource(service, uri, context);
  try {
    const answer = await source?.read();
    if (source === undefined || answer === undefined) throw new NotFoundError();
    return { members: encodeAnswer(answer, uri, source.mimeType, context.revision), cache: source.cache };
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof NotFoundError) {
      throw new ProtocolError(revisionFeatures[context.revision].resourceNotFoundCode, 'Resource not found', { uri });
    }
    const { sent, reported } = describeFailure(error, 'Resource read failed');
    if (!context.isClosed) service.report(formatReport(`RESOURCE: ${uri}`, reported));
    throw new ProtocolError(-32603, sent);
  }
}

interface Source {
  readonly mimeType: string | undefined;
  readonly cache: CacheHints;
  read(): unknown;
}

function findSource(service: Service, uri: string, context: CallContext): Source | undefined {
  const resource = service.resources.get(uri);
  if (resource !== undefined) {
    const { definition, handler } = resource;
    if (handler === undefined) {
      return {
        mimeType: definition.mimeType,
        cache: listCacheHints(service.definition),
        read: () => definition.content?.(),
      };
    }
    return { mimeType: definition.mimeType, cache: handlerCacheHints, read: () => handler(uri, context) };
  }
  for (const { definition, handler } of service.resourceTemplates) {
    const variables = matchUri(definition.matcher, uri);
    if (variables === undefined) continue;
    const read = (): unknown => handler(variables, context.forUri(uri));
    return { mimeType: definition.mimeType, cache: handlerCacheHints, read };
  }
  return undefined;
}

function encodeAnswer(answer: unknown, uri: string, mimeType: string | undefined, revision: Revision): string {
  const items: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const contents = items.map((item, index) => toContents(item, `contents[${index}]`, { uri, mimeType }));
  return `"contents":[${contents.map((each) => encodeContents(each, revision)).join(',')}]`;
}

/** @param defaults What the request and the descriptor say about it. */
function toContents(item: unknown, path: string, defaults: JsonObject): JsonObject {
  if (typeof item === 'string') return { ...defaults, text: item };
  if (item instanceof Uint8Array) return { ...defaults, blob: encodeBase64(item) };
  if (!isJsonObject(item)) throw new AnswerFault(`${path} must be a string, bytes or an object`);
  const { text, blob, _meta } = item;
  const own = { uri: item['uri'] ?? defaults['uri'], mimeType: item['mimeType'] ?? defaults['mimeType'] };
  for (const field of ['uri', 'mimeType'] as const) {
    if (typeof (own[field] ?? '') !== 'string') throw new AnswerFault(`${path}.${field} must be a string`);
  }
  if (typeof text === 'string') return { ...own, text, _meta };
  if (typeof blob === 'string') return { ...own, blob, _meta };
  if (blob instanceof Uint8Array) return { ...own, blob: encodeBase64(blob), _meta };
  const wrong = blob === undefined ? 'text must be a string' : 'blob must be a Base64 string or bytes';
  throw new AnswerFault(`${path}.${wrong}`);
}
