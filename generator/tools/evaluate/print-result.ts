import { isJsonObject, type JsonObject } from '../../../runtime/wire/json.js';

/** Maximum number of characters of a result that the model gets. */
const maxResult = 50_000;

/** Prints the content of a tool result as the text that a model gets. Binary content is described. */
export function printResult(result: JsonObject): string {
  const content: readonly unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  const text = content.map(printBlock).join('\n');
  const shown =
    text === '' && result['structuredContent'] !== undefined ? JSON.stringify(result['structuredContent']) : text;
  return shorten(shown, maxResult);
}

function printBlock(block: unknown): string {
  if (!isJsonObject(block)) return '';
  const { type, text, mimeType, uri, resource } = block;
  if (type === 'text') return String(text);
  if (isJsonObject(resource))
    return typeof resource['text'] === 'string' ? resource['text'] : `[resource ${String(resource['uri'])}]`;
  return `[${String(type)} ${String(mimeType ?? uri ?? '')}]`;
}

/** Truncates a text and says so. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  // A lone surrogate is not valid text.
  const kept = text.slice(0, max).replace(/[\ud800-\udbff]$/u, '');
  return `${kept}… (${text.length - kept.length} more characters)`;
}
