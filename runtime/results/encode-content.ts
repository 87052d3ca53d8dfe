import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { knowsField, revisionFeatures, type Revision } from '../protocol/revisions.js';
import { checkBlock, checkContents } from './check-content.js';
import { dropFields, lowerAnnotations } from './lower-annotations.js';
import type { ContentBlock } from '../api/tool-result.js';

/**
 * JSON text of a block of content in the words of a revision: a type that it does not know becomes a text, fields that
 * it does not know are left out.
 *
 * @param path Where the block stands, for messages.
 * @throws AnswerFault for what is not as its type wants it; what JSON.stringify throws when a field is not JSON.
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
 * JSON text of the contents of a resource in the words of a revision.
 *
 * @param path Where they stand, for messages.
 * @throws AnswerFault for what is not as it has to be.
 */
export function encodeContents(contents: JsonObject, path: string, revision: Revision): string {
  checkContents(contents, path);
  return JSON.stringify(lowerContents(contents, revision));
}

/** A block of content in the words of a revision. */
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

/** Contents of a resource in the words of a revision. */
export function lowerContents(contents: JsonObject, revision: Revision): JsonObject {
  return revisionFeatures[revision].contentMeta ? contents : dropFields(contents, (field) => field !== '_meta');
}
