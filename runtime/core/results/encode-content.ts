import type { ContentBlock } from '../api/builders.js';
import { hasToJson, isJsonObject, type JsonObject } from '../../wire/json.js';
import { lowerAnnotations } from '../../wire/lower-annotations.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import { knowsField, type ProtocolVersion } from '../../wire/protocol-versions.js';
import type { ResultBody } from './result-body.js';

/**
 * Encodes a block of content for a protocol version. Unsupported types become text; unsupported fields are omitted.
 *
 * @param path Path of the block, for messages.
 * @throws HandlerResultError for invalid fields; the error of `JSON.stringify` if a field is not JSON.
 */
export function encodeBlock(value: unknown, path: string, protocolVersion: ProtocolVersion): string {
  // Checks the JSON that is sent, because `toJSON` can make it differ from the object.
  const block = hasToJson(value) || (isJsonObject(value) && hasToJson(value['resource'])) ? toPlain(value) : value;
  checkBlock(block, path);
  return JSON.stringify(lowerBlock(block, protocolVersion));
}

/**
 * Encodes the contents of a resource for a protocol version.
 *
 * @param path Path of the contents, for messages.
 * @throws HandlerResultError for invalid fields.
 */
export function encodeContents(contents: JsonObject, path: string, protocolVersion: ProtocolVersion): string {
  checkContents(contents, path);
  return JSON.stringify(lowerContents(contents, protocolVersion));
}

/** Converts a block of content to a protocol version. */
export function lowerBlock(block: ContentBlock, protocolVersion: ProtocolVersion): JsonObject {
  const features = protocolFeatures[protocolVersion];
  if (block.type === 'audio' && !features.audioContent) {
    return { type: 'text', text: `[audio, ${String(block['mimeType'])}]` };
  }
  if (block.type === 'resource_link') {
    if (!features.resourceLinks) return { type: 'text', text: `${String(block['name'])}: ${String(block['uri'])}` };
    return dropFields(block, (field) => knowsField(protocolVersion, 'resource', field));
  }
  // These protocol versions support all annotations, too.
  if (features.contentMeta) return block;
  const { annotations, resource, ...rest } = block;
  return {
    ...dropFields(rest, (field) => field !== '_meta'),
    ...(isJsonObject(resource) ? { resource: lowerContents(resource, protocolVersion) } : {}),
    ...lowerAnnotations(annotations),
  };
}

/** Converts the contents of a resource to a protocol version. */
export function lowerContents(contents: JsonObject, protocolVersion: ProtocolVersion): JsonObject {
  return protocolFeatures[protocolVersion].contentMeta ? contents : dropFields(contents, (field) => field !== '_meta');
}

/**
 * Reads the `_meta` of a handler's result as plain data, so that encoding it later cannot fail. Returns no member if it
 * is not an object.
 *
 * @throws HandlerResultError for `_meta` that is not JSON.
 */
export function readMeta(meta: unknown): Pick<ResultBody, 'meta'> {
  if (!isJsonObject(meta)) return {};
  const plain = toPlain(meta);
  if (!isJsonObject(plain)) throw new HandlerResultError('_meta must be JSON');
  return { meta: plain };
}

/**
 * Converts a value to the plain data that its JSON text represents. Returns `undefined` for a value that is not JSON.
 */
function toPlain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

/** Requirement for a field of a content block. */
interface Demand {
  readonly isMet: (value: unknown) => boolean;
  /** Completes the sentence "must be …". */
  readonly wanted: string;
}

const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);

const string: Demand = { isMet: (value) => typeof value === 'string', wanted: 'a string' };
const base64: Demand = { isMet: isBase64, wanted: 'Base64' };
const mediaType: Demand = {
  isMet: matches(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;.*)?$/su),
  wanted: 'a media type such as image/png',
};
const uri: Demand = { isMet: matches(/^[A-Za-z][A-Za-z\d+.-]*:[^\s]*$/u), wanted: 'an absolute URI' };

function isBase64(value: unknown): boolean {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/u.test(value);
}

/** Required fields, by content block type. An embedded resource has contents instead. */
const blockFields: ReadonlyMap<unknown, { readonly [field: string]: Demand }> = new Map([
  ['text', { text: string }],
  ['image', { data: base64, mimeType: mediaType }],
  ['audio', { data: base64, mimeType: mediaType }],
  ['resource_link', { uri, name: string }],
  ['resource', {}],
]);

/**
 * Checks the type and the required fields of a block of content.
 *
 * @param path Path of the block, for messages.
 * @throws HandlerResultError for a block that no protocol version supports.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#image-content
 */
export function checkBlock(block: unknown, path: string): asserts block is ContentBlock {
  if (!isJsonObject(block)) throw new HandlerResultError(`${path} must be a string or an object`);
  const fields = blockFields.get(block['type']);
  if (fields === undefined)
    throw new HandlerResultError(`${path}.type must be one of ${[...blockFields.keys()].join(', ')}`);
  checkFields(block, fields, path);
  if (block['type'] === 'resource') checkContents(block['resource'], `${path}.resource`);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-contents */
function checkContents(contents: unknown, path: string): void {
  if (!isJsonObject(contents)) throw new HandlerResultError(`${path} must be an object`);
  const type = contents['mimeType'] === undefined ? undefined : { mimeType: mediaType };
  checkFields(contents, { uri, ...type, ...('blob' in contents ? { blob: base64 } : { text: string }) }, path);
}

function checkFields(object: JsonObject, fields: { readonly [field: string]: Demand }, path: string): void {
  for (const [field, { isMet, wanted }] of Object.entries(fields)) {
    if (!isMet(object[field])) throw new HandlerResultError(`${path}.${field} must be ${wanted}`);
  }
}

/** Returns the members of an object for which a predicate is true. */
export function dropFields(object: JsonObject, isKept: (field: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => isKept(field)));
}

/**
 * Thrown for a handler result that cannot be sent. The message with path and reason is for the operator; the client
 * gets a generic error.
 */
export class HandlerResultError extends Error {}
