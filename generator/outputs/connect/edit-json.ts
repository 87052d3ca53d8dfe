import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { ConnectError } from './client.js';

/** Replacement for the text between two offsets. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Token kinds of `jsonc-parser`, whose enum does not exist at runtime. */
const commaToken = 5;
const lineCommentToken = 12;
const blockCommentToken = 13;
const lineBreakToken = 14;
const whiteSpaceToken = 15;

/**
 * Parses JSON with comments and trailing commas. Empty input is read as an empty object.
 * @throws {ConnectError} if the input is not valid JSON or not an object.
 */
export function parseJson(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text.trim() === '' ? '{}' : text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new ConnectError(`it is not valid JSON (line ${line}: ${printParseErrorCode(error.error)})`);
  }
  if (root?.type !== 'object') throw new ConnectError('it does not contain a JSON object');
  return root;
}

/** Finds a property of an object. If a key is repeated, returns the last one, like JSON parsers. */
export function findProperty(object: Node, key: string): { readonly node: Node; readonly value: Node } | undefined {
  const node = object.children?.findLast(({ children }) => children?.[0]?.value === key);
  const value = node?.children?.[1];
  return node && value && { node, value };
}

/**
 * Sets a property and creates missing objects on its path. All other text is unchanged.
 * @throws {ConnectError} if a value on the path is not an object.
 */
export function setProperty(text: string, path: readonly string[], value: unknown): string {
  const source = text.trim() === '' ? '{}\n' : text;
  let object = parseJson(source);
  for (const [index, key] of path.entries()) {
    const rest = path.slice(index + 1);
    const found = findProperty(object, key);
    if (!found) {
      const wrapped = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      return insertProperty(source, object, key, wrapped);
    }
    if (rest.length === 0) return replaceValue(source, found.value, value);
    if (found.value.type !== 'object') throw new ConnectError(`its \`${key}\` is not an object`);
    object = found.value;
  }
  return source;
}

/** Removes a property. Adjacent comments are kept. */
export function removeProperty(text: string, path: readonly string[]): string {
  let object = parseJson(text);
  for (const key of path.slice(0, -1)) {
    const found = findProperty(object, key);
    if (found?.value.type !== 'object') return text;
    object = found.value;
  }
  const found = findProperty(object, path.at(-1) ?? '');
  if (!found) return text;
  const { offset, length } = found.node;
  const previous = object.children?.[object.children.indexOf(found.node) - 1];
  const comma = findTrailing(text, offset + length).comma ?? (previous && findTrailing(text, endOf(previous)).comma);
  const isBefore = comma !== undefined && comma < offset;
  // Removes the white space between the preceding comma and the property.
  const start = isBefore && /^[ \t]*$/u.test(text.slice(comma + 1, offset)) ? comma + 1 : offset;
  const splices = [{ start, end: offset + length, text: '' }];
  if (comma !== undefined) splices.push({ start: comma, end: comma + 1, text: '' });
  return removeBlankLine(applySplices(text, splices), isBefore ? start - 1 : start);
}

function insertProperty(text: string, object: Node, key: string, value: unknown): string {
  const unit = indentUnit(text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const last = object.children?.at(-1);
  const isOneLine = last !== undefined && !text.slice(object.offset, endOf(object)).includes('\n');
  const print = (indent: string): string =>
    `${JSON.stringify(key)}: ${isOneLine ? JSON.stringify(value) : printValue(value, indent, unit, eol)}`;
  if (!last) {
    const close = endOf(object) - 1;
    const inside = text.slice(object.offset + 1, close);
    const outer = indentOf(text, object.offset);
    const start = object.offset + 1 + inside.trimEnd().length;
    return splice(text, { start, end: close, text: `${eol}${outer}${unit}${print(outer + unit)}${eol}${outer}` });
  }
  const { comma, end } = findTrailing(text, endOf(last));
  const indent = isOneLine ? '' : indentOf(text, last.offset);
  const property = isOneLine ? ` ${print('')}` : `${eol}${indent}${print(indent)}`;
  if (comma !== undefined) return splice(text, { start: end, end, text: `${property},` });
  return applySplices(text, [
    { start: endOf(last), end: endOf(last), text: ',' },
    { start: end, end, text: property },
  ]);
}

function replaceValue(text: string, node: Node, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const isOneLine = !text.includes('\n');
  const printed = isOneLine
    ? JSON.stringify(value)
    : printValue(value, indentOf(text, node.offset), indentUnit(text), eol);
  return splice(text, { start: node.offset, end: endOf(node), text: printed });
}

/** Prints a value on several lines. Short lists of strings stay on one line. */
function printValue(value: unknown, indent: string, unit: string, eol: string): string {
  const lines = JSON.stringify(value, undefined, unit).split('\n');
  return lines.map((line, index) => (index === 0 ? line : indent + line)).join(eol);
}

/**
 * Reads the text after a property.
 * @returns Offset of the comma, if any, and offset after the comma and any comments on the same line.
 */
function findTrailing(text: string, offset: number): { readonly comma: number | undefined; readonly end: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let comma: number | undefined;
  let end = offset;
  let isSameLine = true;
  for (;;) {
    const token: number = scanner.scan();
    const after = scanner.getTokenOffset() + scanner.getTokenLength();
    if (token === commaToken && comma === undefined) {
      comma = scanner.getTokenOffset();
      end = after;
    } else if (token === lineCommentToken || token === blockCommentToken) {
      if (isSameLine) end = after;
    } else if (token === lineBreakToken) isSameLine = false;
    else if (token !== whiteSpaceToken) return { comma, end };
  }
}

function removeBlankLine(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  if (start === 0 || end === -1 || text.slice(start, end).trim() !== '') return text;
  return text.slice(0, start) + text.slice(end + 1);
}

/** Returns the indentation of one level, which is the indentation of the first indented line. */
function indentUnit(text: string): string {
  return /^[ \t]+(?=["}])/mu.exec(text)?.[0] ?? '  ';
}

/** Returns the white space at the start of the line that contains an offset. */
function indentOf(text: string, offset: number): string {
  return /^[ \t]*/u.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function splice(text: string, { start, end, text: inserted }: Splice): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** Applies splices, last one first. Splices at the same offset keep their order in the result. */
function applySplices(text: string, splices: readonly Splice[]): string {
  return splices
    .toReversed()
    .toSorted((one, other) => other.start - one.start)
    .reduce(splice, text);
}
