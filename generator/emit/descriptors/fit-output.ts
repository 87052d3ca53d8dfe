import { stringifyJson, type Json, type JsonObject } from '../../model/json.js';

/** Keywords that stay when an output schema is too long for a descriptor: they say what kind of value it is. */
const kept: ReadonlySet<string> = new Set(['$schema', 'title', 'description', 'type']);

/**
 * An output schema for a descriptor that may have so many bytes: where it is longer, what is left allows every value of
 * the same type.
 */
export function fitOutput(schema: JsonObject, maxBytes: number | undefined): JsonObject {
  if (maxBytes === undefined || isWithin(stringifyJson(schema), maxBytes)) return schema;
  return new Map<string, Json>([...schema].filter(([keyword]) => kept.has(keyword)));
}

function isWithin(text: string, maxBytes: number): boolean {
  // No character has more bytes than three for each of its code units.
  if (text.length > maxBytes || text.length * 3 <= maxBytes) return text.length <= maxBytes;
  return new TextEncoder().encode(text).length <= maxBytes;
}
