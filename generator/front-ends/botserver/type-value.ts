import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { parseJson } from '../../core/source/parse-json.js';
import type { SourceNode } from '../../core/source/source-node.js';
import { scalarNode } from '../../core/source/make-node.js';

/**
 * Converts a literal to a value of a JSON Schema type. A literal that cannot be converted stays a string, which the
 * check of defaults and examples reports.
 */
export function typeValue(text: string, type: string, location: SourceLocation): SourceNode {
  const word = text.trim();
  if (type === 'array' || type === 'object') {
    const { root, diagnostics } = parseJson(location.file, word);
    const isWhole = root && root.kind !== 'scalar' && diagnostics.every(({ code }) => code !== 'not-json');
    return isWhole ? moveTo(root, location) : scalarNode(text, location);
  }
  if (type === 'boolean' && /^(true|false)$/iu.test(word)) return scalarNode(word.toLowerCase() === 'true', location);
  const isNumeric = type === 'integer' || type === 'number';
  return scalarNode(isNumeric && isNumber(word) ? Number(word) : text, location);
}

/** Whether a word is a number that JavaScript can represent. */
function isNumber(word: string): boolean {
  return word.length <= maxDigits && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/iu.test(word) && isFinite(Number(word));
}

const maxDigits = 400;

/** Whether a value is still a string although its type is a list or an object. */
export function isUnread(node: SourceNode, type: string): boolean {
  return (type === 'array' || type === 'object') && node.kind === 'scalar';
}

/** Assigns the location of a literal to every node in it. */
function moveTo(node: SourceNode, location: SourceLocation): SourceNode {
  if (node.kind === 'scalar') return { ...node, location };
  if (node.kind === 'sequence') return { ...node, location, items: node.items.map((item) => moveTo(item, location)) };
  const entries = node.entries.map(({ key, value }) => ({
    key,
    keyLocation: location,
    value: moveTo(value, location),
  }));
  return { ...node, location, entries };
}
