import { isAlias, isMap, isScalar, type Node, type Pair } from 'yaml';
import { quoteEdit, quotePiece, type YamlMistake } from './yaml-mistake.js';

/**
 * Finds valid but misleading YAML in a mapping entry: `{{name}}` without quotes, list items without a space after the
 * dash, a colon without a space in `{…}`.
 * @param text Content of the file.
 */
export function findMisread(text: string, { key, value }: Pair<Node, Node | null>): YamlMistake | undefined {
  return findPlaceholder(text, value) ?? findUnspacedKey(text, key, value) ?? findListText(text, key, value);
}

/** Finds list items that are read as part of the previous item because they are indented further. */
export function findDeeperItem(text: string, item: unknown): YamlMistake | undefined {
  if (!isScalar(item) || item.type !== 'PLAIN' || !item.range) return undefined;
  const [start, end] = item.range;
  const found = /\n[^\S\n]*-\s/u.exec(text.slice(start, end));
  if (!found) return undefined;
  const dash = start + found.index + found[0].length - 2;
  const column = start - text.lastIndexOf('\n', start) - 1;
  const message = 'This list item is indented further than the previous one, so it becomes part of that item.';
  const lineBegin = text.lastIndexOf('\n', start) + 1;
  const indent = text.slice(lineBegin, lineBegin + column).search(/[^ ]/u);
  return { start: dash, end: dash + 1, message, help: `Indent it by ${Math.max(0, indent)} spaces.` };
}

/** Finds `{{name}}` without quotes, which YAML reads as a mapping whose key is a mapping. */
function findPlaceholder(text: string, value: Node | null): YamlMistake | undefined {
  if (!isMap(value) || !value.flow || !value.range || !value.items.some(({ key }) => isMap(key))) return undefined;
  const [start, end] = value.range;
  const message = 'Text that begins with `{{` needs quotes.';
  const help = `Write \`'${text.slice(start, Math.min(end, start + 60))}'\`.`;
  const written = text.slice(start, end);
  return { start, end, message, help, edit: written.includes('\n') ? undefined : quoteEdit(start, written) };
}

/** Finds `{ a:b }`, which YAML reads as the key `a:b` without a value. */
function findUnspacedKey(text: string, key: Node, value: Node | null): YamlMistake | undefined {
  if (value !== null && !(isScalar(value) && value.value === null && value.range?.[0] === value.range?.[1]))
    return undefined;
  if (!isScalar(key) || key.type !== 'PLAIN' || !key.range) return undefined;
  const [start, end] = key.range;
  const [, name] = /^([\w$-]+):(?!\/\/)\S/u.exec(text.slice(start, end)) ?? [];
  if (name === undefined || /^\s*:/u.test(text.slice(end, end + 20))) return undefined;
  const colon = start + name.length;
  const help = `Write ${quotePiece(`${name}: ${text.slice(colon + 1, end)}`)}.`;
  const message = 'A space is missing after this colon.';
  return { start: colon, end: colon + 1, message, help, edit: { start: colon + 1, end: colon + 1, by: ' ' } };
}

/** Finds text below a key that looks like a list: `-a`, or items with another bullet. */
function findListText(text: string, key: Node, value: Node | null): YamlMistake | undefined {
  if (!isScalar(value) || isAlias(value) || value.type !== 'PLAIN' || !key.range || !value.range) return undefined;
  const [start, end] = value.range;
  if (!text.slice(key.range[1], start).includes('\n')) return undefined;
  const [first = ''] = text.slice(start, end).split('\n', 1);
  const [, sign, item = ''] = /^(-|[–—•·]\s*)([^\s\d-].*)$/u.exec(first) ?? [];
  if (sign === undefined) return undefined;
  const message =
    sign === '-'
      ? 'A space is missing after the dash of this list item.'
      : `A list item begins with \`- \`, not \`${sign.trim()} \`.`;
  const edit = { start, end: start + sign.length, by: '- ' };
  return { start, end: start + first.length, message, help: `Write ${quotePiece(`- ${item}`)}.`, edit };
}
