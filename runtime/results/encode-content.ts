import type { ContentBlock } from '../api/builders.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { messageOf } from '../protocol/protocol-error.js';
import { lowerAnnotations } from '../protocol/lower-annotations.js';
import { knowsField, type Revision, revisionFeatures } from '../protocol/revisions.js';

/**
 * JSON text of a block of content in the format of a revision. A type that the revision does not know becomes a text; fields
 * that it does not know are left out.
 *
 * @param path Path of the block, for messages.
 * @throws AnswerFault for wrong fields; the error of JSON.stringify when a field is not JSON.
 */
export function encodeBlock(block: ContentBlock, path: string, revision: Revision): string {
  const { type, text, annotations, _meta } = block;
  if (type === 'text' && typeof text === 'string' && annotations === undefined && _meta === undefined) {
    return encodeText(text);
  }
  checkBlock(block, path);
  return JSON.stringify(lowerBlock(block, revision));
}

/** The `content` member of a result that is nothing but a text. */
export function encodeTextContent(text: string): string {
  return `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
}

function encodeText(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

/**
 * JSON text of the contents of a resource in the format of a revision.
 *
 * @param path Path of the contents, for messages.
 * @throws AnswerFault for wrong fields.
 */
export function encodeContents(contents: JsonObject, path: string, revision: Revision): string {
  checkContents(contents, path);
  return JSON.stringify(lowerContents(contents, revision));
}

/** A block of content in the format of a revision. */
export function lowerBlock(block: ContentBlock, revision: Revision): JsonObject {
  const features = revisionFeatures[revision];
  if (block.type === 'audio' && !features.audioContent) {
    return { type: 'text', text: `[audio, ${String(block['mimeType'])}]` };
  }
  if (block.type === 'resource_link') {
    if (!features.resourceLinks) return { type: 'text', text: `${String(block['name'])}: ${String(block['uri'])}` };
    return dropFields(block, (field) => knowsField(revision, 'resource', field));
  }
  if (features.contentMeta) return block;
  const { annotations, resource, ...rest } = block;
  return {
    ...dropFields(rest, (field) => field !== '_meta'),
    ...(resource === undefined
      ? {}
      : { resource: isJsonObject(resource) ? lowerContents(resource, revision) : resource }),
    ...lowerAnnotations(annotations, revision),
  };
}

/** Contents of a resource in the format of a revision. */
export function lowerContents(contents: JsonObject, revision: Revision): JsonObject {
  return revisionFeatures[revision].contentMeta ? contents : dropFields(contents, (field) => field !== '_meta');
}

/**
 * Checks the bytes, media type and URI of a block of content.
 *
 * @param path Path of the block, for the message.
 * @throws AnswerFault for malformed Base64, media types and URIs.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#image-content
 */
export function checkBlock(block: ContentBlock, path: string): void {
  const { type, resource } = block;
  if (type === 'image' || type === 'audio') {
    checkBase64(block['data'], `${path}.data`);
    checkMediaType(block['mimeType'], `${path}.mimeType`);
  }
  if (type === 'resource_link') checkUri(block['uri'], `${path}.uri`);
  if (type === 'resource' && isJsonObject(resource)) checkContents(resource, `${path}.resource`);
}

/**
 * Checks the contents of a resource.
 *
 * @throws AnswerFault as {@link checkBlock} does.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-contents
 */
export function checkContents({ uri, mimeType, blob }: JsonObject, path: string): void {
  checkUri(uri, `${path}.uri`);
  if (mimeType !== undefined) checkMediaType(mimeType, `${path}.mimeType`);
  if (blob !== undefined) checkBase64(blob, `${path}.blob`);
}

function checkBase64(value: unknown, path: string): void {
  const isGood = typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/u.test(value);
  if (!isGood) throw new AnswerFault(`${path} must be bytes or Base64`);
}

function checkMediaType(value: unknown, path: string): void {
  if (typeof value === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;.*)?$/su.test(value)) return;
  throw new AnswerFault(`${path} must be a media type such as image/png`);
}

function checkUri(value: unknown, path: string): void {
  if (typeof value === 'string' && /^[A-Za-z][A-Za-z\d+.-]*:[^\s]*$/u.test(value)) return;
  throw new AnswerFault(`${path} must be an absolute URI`);
}

/** The members of an object that a predicate keeps. */
export function dropFields(object: JsonObject, isKept: (field: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => isKept(field)));
}

/**
 * Thrown for an answer of a handler that cannot be sent. The message with path and reason is for the operator; the
 * client learns only that the handler failed.
 */
export class AnswerFault extends Error {}

/**
 * Messages about a handler that threw an error, or returned an answer that cannot be sent.
 *
 * @param summary Message for the client in the second case.
 * @returns The messages for the client (`sent`) and for the operator (`reported`).
 */
export function describeFailure(
  thrown: unknown,
  summary: string,
): { readonly sent: string; readonly reported: string } {
  const message = messageOf(thrown);
  return thrown instanceof AnswerFault
    ? { sent: summary, reported: `${summary}: ${message}` }
    : { sent: message, reported: message };
}
