import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { modernRevisions, revisionFeatures, type Revision } from '../protocol/revisions.js';
import type { ComparedTool } from './compared-tool.js';

/**
 * The structured content of a result, and its text, in the words of a revision that is not newer: revisions up to 2025-11-25
 * want an object around what is none, and the first ones have the text only.
 *
 * @param tool What was called, if it was a tool.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
 */
export function lowerStructured(
  result: JsonObject,
  from: Revision,
  to: Revision,
  tool: ComparedTool | undefined,
): JsonObject {
  const { structuredContent: value, ...rest } = result;
  const isWrapping = tool?.wrapsLegacyOutput === true;
  if (revisionFeatures[to].structuredContent) {
    const isWrapped = value !== undefined && isModern(from) && !isModern(to) && (isWrapping || !isJsonObject(value));
    return isWrapped ? { ...mirror(rest, value, { result: value }), structuredContent: { result: value } } : result;
  }
  if (isWrapping && !isModern(from) && isJsonObject(value)) return mirror(rest, value, value['result']);
  return tool?.hasOutput === true ? rest : mapTexts(rest, unwrapText);
}

function isModern(revision: Revision): boolean {
  return modernRevisions.some((modern) => modern === revision);
}

/** Has the text say what the structured content says. */
function mirror(result: JsonObject, before: unknown, after: unknown): JsonObject {
  const [text, lowered] = [JSON.stringify(before), JSON.stringify(after)];
  return mapTexts(result, (each) => (each === text ? lowered : each));
}

/** Without a schema nobody can tell whether an object was put around a value; so it is taken off everywhere. */
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
  const { content } = result;
  if (!Array.isArray(content)) return result;
  const mapped = content.map((block: unknown) =>
    isJsonObject(block) && typeof block['text'] === 'string' ? { ...block, text: map(block['text']) } : block,
  );
  return { ...result, content: mapped };
}
