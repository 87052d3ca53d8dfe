import type { SamplingContent, SamplingMessage, SamplingParams } from '../api/handler-context.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import { checkBlock, lowerBlock } from '../results/encode-content.js';

const mediaTypes: ReadonlySet<unknown> = new Set(['text', 'image', 'audio']);
const toolTypes: ReadonlySet<unknown> = new Set(['tool_use', 'tool_result']);

/** Returns the blocks of a message. */
export function listBlocks(message: SamplingMessage | undefined): readonly SamplingContent[] {
  const content = message?.content ?? [];
  return Array.isArray(content) ? content : [content as SamplingContent];
}

/**
 * Finds a part of a sampling request that a protocol version does not support and that cannot be converted.
 *
 * @returns The name of the part; `undefined` if the protocol version supports the request.
 */
export function findUnknownPart(
  { messages, tools, toolChoice }: SamplingParams,
  protocolVersion: ProtocolVersion,
): string | undefined {
  const { samplingTools, audioContent } = protocolFeatures[protocolVersion];
  const types = new Set<unknown>(messages.flatMap(listBlocks).map(({ type }) => type));
  const hasTools = tools !== undefined || toolChoice !== undefined || [...toolTypes].some((type) => types.has(type));
  if (hasTools && !samplingTools) return 'tools in sampling';
  return types.has('audio') && !audioContent ? 'audio in sampling' : undefined;
}

/**
 * Converts the parameters of a sampling request to a protocol version. Before 2025-11-25, a message with several blocks
 * becomes several messages.
 *
 * @throws TypeError for a malformed message.
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/sampling#message-content
 */
export function lowerSampling(params: SamplingParams, protocolVersion: ProtocolVersion): JsonObject {
  const { samplingTools } = protocolFeatures[protocolVersion];
  const messages = params.messages.flatMap((message, index): readonly JsonObject[] => {
    const path = `messages[${index}]`;
    const { role, content } = message;
    if (role !== 'user' && role !== 'assistant') throw new TypeError(`${path}.role must be user or assistant`);
    const blocks = (Array.isArray(content) ? content : [content]).map((block) =>
      lowerContent(block, `${path}.content`, protocolVersion),
    );
    if (!samplingTools) return blocks.map((block) => ({ role, content: block }));
    return [{ ...message, content: Array.isArray(content) ? blocks : blocks[0] }];
  });
  return { ...params, messages };
}

function lowerContent(block: unknown, path: string, protocolVersion: ProtocolVersion): JsonObject {
  if (!isJsonObject(block)) throw new TypeError(`${path} must be an object`);
  if (toolTypes.has(block['type'])) return block;
  if (!mediaTypes.has(block['type']))
    throw new TypeError(`${path}.type must be text, image, audio, tool_use or tool_result`);
  checkBlock(block, path);
  return lowerBlock(block, protocolVersion);
}
