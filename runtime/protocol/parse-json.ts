import { isJsonObject } from './json-object.js';

/** Maximum number of arrays and objects inside each other in a message. Recursive code can walk that many. */
const maximalDepth = 1000;

/** Stands for the nested parts of a message that is nested too deeply. */
export const tooDeep = Symbol('nested too deeply');

/**
 * Parses the text of a peer's message. When the message is nested too deeply, {@link tooDeep} replaces each object and array
 * at its top level, so that its id can be read but recursive code finds nothing to walk.
 *
 * @throws SyntaxError for a text that is not JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // A shorter text has too few brackets.
  return text.length > 2 * maximalDepth && isNestedTooDeeply(text) ? prune(value) : value;
}

/** Counts the brackets outside of the strings of a JSON text. */
function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // A quotation mark.
        at = findStringEnd(text, at + 1);
        break;
      case 0x5b: // An opening bracket or brace.
      case 0x7b:
        depth += 1;
        if (depth > maximalDepth) return true;
        break;
      case 0x5d: // A closing bracket or brace.
      case 0x7d:
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

/** Offset of the quotation mark that ends a string. */
function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Whether the number of backslashes before an offset is odd. */
function isEscaped(text: string, offset: number): boolean {
  let first = offset;
  while (text[first - 1] === '\\') first -= 1;
  return (offset - first) % 2 === 1;
}

function prune(message: unknown): unknown {
  if (!isJsonObject(message)) return tooDeep;
  const members = Object.entries(message).map(([key, value]) => {
    return [key, typeof value === 'object' && value !== null ? tooDeep : value] as const;
  });
  return Object.fromEntries(members);
}
