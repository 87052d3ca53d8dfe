import type { PromptDefinition } from '../api/definition.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import type { Revision } from '../protocol/revisions.js';
import { AnswerFault } from './answer-fault.js';
import { encodeBlock } from './encode-content.js';
import type { ResultBody } from './result-body.js';
import type { ContentBlock } from '../api/tool-result.js';

/**
 * Turns what a prompt handler answered into a result. The description is that of the answer, else that of the definition.
 *
 * @throws AnswerFault when it is no answer: messages need a role and content, content the fields of its type.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage
 */
export function encodePromptAnswer(prompt: PromptDefinition, value: unknown, revision: Revision): ResultBody {
  const answered = typeof value === 'string' ? [{ role: 'user', content: value }] : value;
  const all: JsonObject = isJsonObject(answered) ? answered : { messages: answered };
  const { messages, description, _meta } = all;
  if (!Array.isArray(messages)) throw new AnswerFault('the answer must be a string, messages or {messages}');
  const encoded = messages.map((message: unknown, index) => encodeMessage(message, `messages[${index}]`, revision));
  const described = typeof description === 'string' ? description : prompt.description;
  return {
    members: `${described === undefined ? '' : `"description":${JSON.stringify(described)},`}"messages":[${encoded.join(',')}]`,
    ...(isJsonObject(_meta) ? { meta: _meta } : {}),
  };
}

function encodeMessage(message: unknown, path: string, revision: Revision): string {
  if (!isJsonObject(message)) throw new AnswerFault(`${path} must be an object`);
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') throw new AnswerFault(`${path}.role must be user or assistant`);
  const block = typeof content === 'string' ? { type: 'text', text: content } : content;
  assertContent(block, `${path}.content`);
  return `{"role":"${role}","content":${encodeBlock(addMediaType(block), `${path}.content`, revision)}}`;
}

/**
 * An embedded resource of a prompt has to name its media type: the general one where the handler names none.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#embedded-resources
 */
function addMediaType(block: ContentBlock): ContentBlock {
  const { resource } = block;
  if (block.type !== 'resource' || !isJsonObject(resource)) return block;
  const general = 'blob' in resource ? 'application/octet-stream' : 'text/plain';
  return { ...block, resource: { ...resource, mimeType: resource['mimeType'] ?? general } };
}

/** The fields that a block of each type needs, all of them strings; an embedded resource has its own. */
const neededFields: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['text', ['text']],
  ['image', ['data', 'mimeType']],
  ['audio', ['data', 'mimeType']],
  ['resource_link', ['uri', 'name']],
  ['resource', []],
]);

function assertContent(value: unknown, path: string): asserts value is ContentBlock {
  if (!isJsonObject(value)) throw new AnswerFault(`${path} must be a string or an object`);
  const needed = neededFields.get(value['type']);
  if (needed === undefined) throw new AnswerFault(`${path}.type must be one of ${[...neededFields.keys()].join(', ')}`);
  assertStrings(value, needed, path);
  if (value['type'] !== 'resource') return;
  const { resource } = value;
  if (!isJsonObject(resource)) throw new AnswerFault(`${path}.resource must be an object`);
  assertStrings(resource, ['uri', 'blob' in resource ? 'blob' : 'text'], `${path}.resource`);
}

function assertStrings(object: JsonObject, fields: readonly string[], path: string): void {
  const wrong = fields.find((field) => typeof object[field] !== 'string');
  if (wrong !== undefined) throw new AnswerFault(`${path}.${wrong} must be a string`);
}
