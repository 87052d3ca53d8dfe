import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, parseDocument, type Node, type YAMLMap, type YAMLSeq } from 'yaml';

/** Replacement of the text between two offsets. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Adds a tool to `implement` of an API in a definition file. Preserves comments, order and format.
 *
 * @param file File name, whose extension determines whether the file is JSON.
 * @param api Key under `openapi`.
 * @returns The new file content, or `undefined` if no single edit is possible.
 */
export function addToImplement(file: string, text: string, api: string, tool: string): string | undefined {
  const document = parseDocument(text, { version: '1.2', keepSourceTokens: false });
  const node = document.getIn(['openapi', api], true);
  if (!isMap(node)) return undefined;
  const isJson = file.endsWith('.json');
  const splice = planSplice(text, node, isJson ? JSON.stringify(tool) : yamlString(tool), isJson);
  if (!splice) return undefined;
  const changed = text.slice(0, splice.start) + splice.text + text.slice(splice.end);
  const result = parseDocument(changed, { version: '1.2' });
  const [expected, actual] = [document, result].map((one) => JSON.parse(JSON.stringify(one.toJS())) as PlainDefinition);
  const entry = expected?.openapi[api];
  if (!entry || result.errors.length > 0) return undefined;
  entry.implement = Array.isArray(entry.implement) ? [...(entry.implement as unknown[]), tool] : [tool];
  return isDeepStrictEqual(actual, expected) ? changed : undefined;
}

interface PlainDefinition {
  readonly openapi: { readonly [api: string]: { implement?: unknown } };
}

function planSplice(text: string, api: YAMLMap, item: string, isJson: boolean): Splice | undefined {
  const implement = api.get('implement', true) as Node | undefined;
  if (isSeq(implement)) return implement.flow ? appendToFlow(implement, item) : appendToBlock(text, implement, item);
  if (isScalar(implement) && implement.range) {
    const [start, end] = implement.range;
    return { start, end, text: start === end ? ` [${item}]` : `[${item}]` };
  }
  const pair = api.items.find(({ key }) => isScalar(key) && key.value === 'document');
  const key = isScalar(pair?.key) ? pair.key.range : undefined;
  const value = isScalar(pair?.value) ? pair.value.range : undefined;
  if (!key || !value) return undefined;
  const entry = isJson ? `"implement": [${item}]` : `implement: [${item}]`;
  const indent = indentOf(text, key[0]);
  if (!api.flow) return indent === undefined ? undefined : insertLine(text, value[1], indent + entry);
  return { start: value[1], end: value[1], text: indent === undefined ? `, ${entry}` : `,\n${indent}${entry}` };
}

function appendToFlow({ items, range }: YAMLSeq, item: string): Splice | undefined {
  const last = (items.at(-1) as Node | undefined)?.range?.[1];
  if (items.length > 0) return last === undefined ? undefined : { start: last, end: last, text: `, ${item}` };
  return range ? { start: range[0] + 1, end: range[0] + 1, text: item } : undefined;
}

function appendToBlock(text: string, { items, range }: YAMLSeq, item: string): Splice | undefined {
  const last = (items.at(-1) as Node | undefined)?.range?.[1];
  const indent = range ? indentOf(text, range[0]) : undefined;
  return last === undefined || indent === undefined ? undefined : insertLine(text, last, `${indent}- ${item}`);
}

/** Inserts a line after the line at an offset. */
function insertLine(text: string, offset: number, line: string): Splice {
  const end = text.indexOf('\n', offset);
  if (end === -1) return { start: text.length, end: text.length, text: `\n${line}` };
  const newline = text[end - 1] === '\r' ? '\r\n' : '\n';
  return { start: end + 1, end: end + 1, text: line + newline };
}

/** Returns the whitespace before an offset; `undefined` if there is other text before it on the line. */
function indentOf(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.trim() === '' ? before : undefined;
}

function yamlString(text: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$/u.test(text) && !/^(true|false|null)$/iu.test(text);
  return isPlain ? text : JSON.stringify(text);
}
