import { isJsonObject, maxDepth, mayBeNestedTooDeeply, tooDeep } from './json.js';

/** Whether the brackets in JSON text, outside strings, exceed a nesting depth. */
export function isNestedTooDeeply(text: string, max = maxDepth): boolean {
  // Usually there are too few brackets: 10 times faster than reading the text.
  if (!mayBeNestedTooDeeply(text, max)) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length && depth <= max; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isInString = !isInString;
    else if (code === 0x5c) at += 1;
    else if (isInString) continue;
    // Brackets differ from braces in one bit.
    else if ((code & 0xdf) === 0x5b) depth += 1;
    else if ((code & 0xdf) === 0x5d) depth -= 1;
  }
  return depth > max;
}

/** Replaces each object and array at the top level of a message with {@link tooDeep}. */
export function prune(message: unknown): unknown {
  if (!isJsonObject(message)) return tooDeep;
  const members = Object.entries(message).map(
    ([key, value]) => [key, value instanceof Object ? tooDeep : value] as const,
  );
  return Object.fromEntries(members);
}
