import { addSupplied } from './add-supplied.js';
import type { CallContext } from './call-context.js';
import type { ProtectedEntry } from '../api/auth.js';
import type { ResourceTemplateDefinition } from '../api/definition.js';
import { isFileUri } from '../../wire/file-uri.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { listCacheHints } from '../service/lists.js';
import { findResource, resolveUri } from '../service/open-parts.js';
import { matchUri, type UriVariables } from './match-uri.js';
import { perService } from '../service/per-service.js';
import { reportFailure } from './report-failure.js';
import { NotFoundError } from '../api/errors.js';
import { invalidParams, ProtocolError } from '../../wire/protocol-error.js';
import { HandlerResultError, encodeContents, readMeta } from '../results/encode-content.js';
import { encodeBase64 } from '../../wire/base64.js';
import type { CacheHints, ResultBody } from '../results/result-body.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { Service } from '../service/service.js';
import type { Handler } from '../service/tool.js';

/** Results of handlers may differ between callers. */
export const handlerCacheHints: CacheHints = { ttlMs: 0, scope: 'private' };

/**
 * Serves `resources/read`: the resource with this URI, or else the first template that matches the URI.
 *
 * @throws ProtocolError -32602 without a URI; the code of the protocol version for an unknown resource; -32603 when the
 *   handler fails or returns malformed contents.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources
 */
export async function readResource(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody> {
  const { uri } = params;
  if (typeof uri !== 'string') throw invalidParams('Invalid params: "uri" must be a string');
  const source = findSource(service, uri, context);
  try {
    if (source === undefined && isFileUri(uri)) {
      const { readFile } = await import('./read-file.js');
      return await readFile(service, uri, context);
    }
    const returned = await source?.read();
    if (source === undefined || returned === undefined) throw new NotFoundError();
    return limitCaching(service, source, encodeResource(returned, uri, source, context.protocolVersion));
  } catch (error) {
    if (error instanceof NotFoundError) {
      throw new ProtocolError(protocolFeatures[context.protocolVersion].resourceNotFoundCode, 'Resource not found', {
        uri,
      });
    }
    throw reportFailure(service, context, error, `RESOURCE: ${uri}`, 'Resource read failed');
  }
}

/**
 * Makes contents that need scopes, or differ between callers, private, regardless of the entry's cache hints: a shared
 * cache would serve them to other callers.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching#security-considerations
 */
function limitCaching({ access }: Service, { entries, isPrivate }: Source, body: ResultBody): ResultBody {
  const { cache } = body;
  const isProtected = isPrivate === true || access?.findLacking(entries, undefined) !== undefined;
  return isProtected && cache !== undefined ? { ...body, cache: { ...cache, scope: 'private' } } : body;
}

interface Source {
  /** Resource or template with the URI, or the entries of a part that the URI belongs to. */
  readonly entries: readonly ProtectedEntry[];
  readonly mimeType: string | undefined;
  readonly cache: CacheHints;
  /** Whether the content depends on values that the server supplies, which differ between callers. */
  readonly isPrivate?: boolean;
  read(): unknown;
}

function findSource(service: Service, requested: string, context: CallContext): Source | undefined {
  const uri = resolveUri(service, requested);
  const resource = service.enabled.has('resources', uri) ? service.resources.get(uri) : undefined;
  const inPart = findResource(service, uri);
  if (resource?.content !== undefined) {
    const { mimeType, cache = listCacheHints(service.definition), content } = resource;
    return { entries: inPart?.entries ?? [{ list: 'resources', name: uri }], mimeType, cache, read: content };
  }
  if (resource === undefined && inPart !== undefined) {
    const { entries, cache = listCacheHints(service.definition), read = () => undefined } = inPart;
    return { entries, mimeType: undefined, cache, read };
  }
  const match = resource === undefined ? findTemplate(service, uri) : undefined;
  const found = resource ?? match?.template;
  if (found === undefined) return undefined;
  const { supplied, uriTemplate: key = uri } = match?.template ?? {};
  const entry: ProtectedEntry = { list: match ? 'resourceTemplates' : 'resources', name: key };
  const read = async (): Promise<unknown> => {
    const variables = await addSupplied(service, supplied, match?.variables ?? {}, context, `RESOURCE: ${key}`);
    const { resources, resourceTemplates } = await service.loadHandlers();
    // A request that was cancelled in the meantime must no longer take effect.
    if (context.isClosed) return undefined;
    context.enter(service, 'RESOURCE', key, found.elicitations);
    if (match === undefined) return (resources[uri] as Handler)(uri, context);
    context.uri = uri;
    return (resourceTemplates[key] as Handler)(variables, context);
  };
  const { mimeType, cache = handlerCacheHints } = found;
  return { entries: [entry], mimeType, cache, isPrivate: supplied !== undefined, read };
}

/** Template whose resources include a URI, with the values of its variables. */
interface TemplateMatch {
  readonly template: ResourceTemplateDefinition;
  readonly variables: UriVariables;
}

/** Maximum length of a URI, in characters. */
const maxUri = 8192;
/** Character that is not allowed in a URI or IRI. */
const wrongCharacter = /[\p{Cc}\p{Cs}\p{Z}"<>\\^`{|}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/**
 * The templates of a server with their positions, by the text that their URIs begin with. With 1,000 templates, a read
 * takes a ninth of the time of trying them in turn. A character outside of ASCII ends that text, because it also matches
 * its encoded form.
 */
const templatesOf = perService(({ definition }) => {
  const byStart = new Map<string, { readonly template: ResourceTemplateDefinition; readonly position: number }[]>();
  for (const [position, template] of definition.resourceTemplates.entries()) {
    const start = template.uriTemplate.replace(/[^ -z|}~].*/su, '');
    const known = byStart.get(start);
    if (known === undefined) byStart.set(start, [{ template, position }]);
    else known.push({ template, position });
  }
  return { byStart, lengths: new Set([...byStart.keys()].map(({ length }) => length)) };
});

/**
 * Finds the first template that matches a URI, and the values of its variables. A malformed or very long URI matches no
 * template.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-2
 * @see https://www.rfc-editor.org/rfc/rfc3987#section-2.2
 */
export function findTemplate(service: Service, uri: string): TemplateMatch | undefined {
  if (uri.length > maxUri || wrongCharacter.test(uri)) return undefined;
  const { byStart, lengths } = templatesOf(service);
  const candidates = [...lengths].flatMap((length) => byStart.get(uri.slice(0, length)) ?? []);
  for (const { template } of candidates.toSorted((one, other) => one.position - other.position)) {
    const { matcher, uriTemplate } = template;
    const isServed = service.enabled.has('resourceTemplates', uriTemplate);
    const variables = isServed ? matchUri(matcher, uri) : undefined;
    if (variables !== undefined) return { template, variables };
  }
  return undefined;
}

function encodeResource(
  returned: unknown,
  uri: string,
  { mimeType, cache }: Source,
  protocolVersion: ProtocolVersion,
): ResultBody {
  const all: JsonObject =
    isJsonObject(returned) && Array.isArray(returned['contents']) ? returned : { contents: returned };
  const items: readonly unknown[] = Array.isArray(all['contents']) ? all['contents'] : [all['contents']];
  const contents = items.map((item, index) => {
    const path = `contents[${index}]`;
    return encodeContents(toContents(item, path, { uri, mimeType }), path, protocolVersion);
  });
  return {
    members: `"contents":[${contents.join(',')}]`,
    cache: isCacheHints(all['cache']) ? all['cache'] : cache,
    ...readMeta(all['_meta']),
  };
}

function isCacheHints(value: unknown): value is CacheHints {
  if (!isJsonObject(value)) return false;
  const { ttlMs, scope } = value;
  return Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0 && (scope === 'public' || scope === 'private');
}

/** @param defaults URI of the request and media type of the descriptor. */
function toContents(item: unknown, path: string, defaults: JsonObject): JsonObject {
  if (typeof item === 'string') return { ...defaults, text: item };
  if (item instanceof Uint8Array) return { ...defaults, blob: encodeBase64(item) };
  if (!isJsonObject(item)) throw new HandlerResultError(`${path} must be a string, bytes or an object`);
  const { text, blob, _meta } = item;
  const base = { uri: item['uri'] ?? defaults['uri'], mimeType: item['mimeType'] ?? defaults['mimeType'] };
  if (blob === undefined || typeof text === 'string') return { ...base, text, _meta };
  return { ...base, blob: blob instanceof Uint8Array ? encodeBase64(blob) : blob, _meta };
}
