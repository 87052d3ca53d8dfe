import { renameFormerKeys, type FormerUse } from '../../core/source/former-keys.js';
import { parseSource } from '../../core/source/parse-source.js';
import { stringifyNode, type ScalarNode } from '../../core/source/source-node.js';
import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { formerKeys } from '../../pipeline/read/list-former-keys.js';
import { applyEdits, type ManualChange, type TextEdit, type UpgradedText } from './edit-text.js';

/**
 * Renames former keys and values of a definition, without changing other characters. A file with a syntax error is
 * unchanged.
 *
 * @param file Path of the definition, as in source locations.
 */
export function upgradeDefinition(file: string, text: string): UpgradedText {
  const { root } = parseSource(file, text);
  if (!root) return { text, manual: [] };
  const renamed = renameFormerKeys(root, formerKeys);
  const uses = renamed.uses.filter(({ other }) => other === undefined);
  const conflicts = renamed.uses.filter(({ other }) => other !== undefined).map(describe);
  const lines = lineStarts(text);
  const found = uses.map((use) => ({ use, edits: editsOf(use, text, lines) }));
  const upgraded = applyEdits(
    text,
    found.flatMap(({ edits }) => edits ?? []),
  );
  const left = found.flatMap(({ use, edits }) => (edits ? [] : [describe(use)]));
  const again = parseSource(file, upgraded).root;
  const isSame =
    again !== undefined && stringifyNode(renameFormerKeys(again, formerKeys).root) === stringifyNode(renamed.root);
  // Through an alias, a key can also occur in a place where it was not renamed.
  return isSame ? { text: upgraded, manual: [...conflicts, ...left] } : { text, manual: renamed.uses.map(describe) };
}

/** Returns the edits of a key and its value; `undefined` if the file does not contain them literally. */
function editsOf({ entry, key, value }: FormerUse, text: string, lines: readonly number[]): TextEdit[] | undefined {
  const keyEdit = key === entry.key ? [] : replaceWord(text, offsetOf(entry.keyLocation, lines), entry.key, key);
  if (value === undefined || !keyEdit) return keyEdit;
  const former = String((entry.value as ScalarNode).value);
  const written = text.slice(offsetOf(entry.value.location, lines)).match(/^["']?(true|false)\b/iu)?.[1] ?? former;
  const valueEdit = replaceWord(text, offsetOf(entry.value.location, lines), written, String(value), true);
  return valueEdit && [...keyEdit, ...valueEdit];
}

/** @param isValue Whether a JSON value gets quotes, because it was `true` or `false`. */
function replaceWord(
  text: string,
  start: number,
  word: string,
  other: string,
  isValue = false,
): TextEdit[] | undefined {
  const quote = /^["']/u.exec(text.slice(start))?.[0] ?? '';
  const from = start + quote.length;
  if (!text.startsWith(word + quote, from)) return undefined;
  // A JSON value that was not a string becomes a string.
  const marks = isValue && quote === '' && /^\s*\{/u.test(text) ? '"' : '';
  return [{ start: from, end: from + word.length, text: marks + other + marks }];
}

function offsetOf({ line, column }: SourceLocation, lines: readonly number[]): number {
  return (lines[line - 1] ?? 0) + column - 1;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function describe({ entry, path, key, value, other }: FormerUse): ManualChange {
  const { file, line, column } = entry.keyLocation;
  const former = `\`${path.join('.')}\``;
  const present = `\`${key}${value === undefined ? '' : `: ${String(value)}`}\``;
  const fix = other ? `Remove ${former}: \`${key}\` is also set.` : `Write ${present} instead of ${former}.`;
  return { file, line, column, fix };
}
