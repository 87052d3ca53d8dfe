import { isDeepStrictEqual } from 'node:util';
import { isMap, isPair, isSeq, parseDocument, stringify, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { isJsonObject, stringifyJson, toPlainJson, type Json, type JsonObject } from '../../../../core/model/json.js';

/** Definition text with an added example. */
interface ExampleEdit {
  readonly text: string;
  /** Line of the example, from 1. */
  readonly line: number;
}

/** Text insertion at an offset. */
interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/**
 * Adds an example to a tool in the text of a definition. Comments, order and formatting of the rest do not change.
 *
 * @param file File name, whose extension determines whether the text is JSON.
 * @param path Keys that lead to the tool.
 * @returns `undefined` if the text cannot be changed in one place.
 */
export function addExample(
  file: string,
  text: string,
  path: readonly string[],
  example: JsonObject,
): ExampleEdit | undefined {
  const document = parseDocument(text, { version: '1.2' });
  const tool = document.getIn(path, true);
  if (!isMap(tool)) return undefined;
  const insertion = planInsertion(text, tool, example, file.endsWith('.json'));
  if (insertion === undefined) return undefined;
  const { offset, text: added } = insertion;
  const changed = text.slice(0, offset) + added + text.slice(offset);
  if (!isExpected(text, changed, path, example)) return undefined;
  const leading = /^[\s,]*(?:examples:\s*)?/u.exec(added)?.[0] ?? '';
  return { text: changed, line: (text.slice(0, offset) + leading).split('\n').length };
}

function planInsertion(text: string, tool: YAMLMap, example: JsonObject, isJson: boolean): Insertion | undefined {
  const examples = tool.get('examples', true) as Node | undefined;
  const inFlow = stringifyJson(example);
  if (isSeq(examples) && examples.flow === true) return appendToFlow(examples, inFlow);
  if (isSeq(examples)) {
    const indent = examples.range ? indentOf(text, examples.range[0]) : undefined;
    return indent === undefined ? undefined : insertLines(text, endOf(examples), printItem(example, indent));
  }
  if (examples !== undefined) return undefined;
  if (tool.flow === true || isJson) return appendToFlow(tool, `${isJson ? '"examples"' : 'examples'}: [${inFlow}]`);
  const indent = tool.range ? indentOf(text, tool.range[0]) : undefined;
  if (indent === undefined) return undefined;
  return insertLines(text, endOf(tool), `${indent}examples:\n${printItem(example, `${indent}  `)}`);
}

/** Prints an item of a block sequence. */
function printItem(example: JsonObject, indent: string): string {
  const lines = stringify([toFlow(example)], { lineWidth: 0, singleQuote: true, version: '1.2' })
    .trimEnd()
    .split('\n');
  return lines.map((line) => (line === '' ? line : `${indent}${line}`)).join('\n');
}

/** Members of an example in print order, which `yaml` keeps for maps. */
function toFlow(value: Json): unknown {
  if (isJsonObject(value)) return new Map([...value].map(([key, member]) => [key, toFlow(member)]));
  return Array.isArray(value) ? value.map((item: Json) => toFlow(item)) : value;
}

/** Appends to a flow collection, before its closing bracket. */
function appendToFlow(node: YAMLMap | YAMLSeq, text: string): Insertion | undefined {
  const last: unknown = node.items.at(-1);
  const inner = isPair(last) ? ((last.value ?? last.key) as Node) : (last as Node | undefined);
  const offset = inner === undefined ? node.range && node.range[0] + 1 : inner.range?.[1];
  return typeof offset === 'number' ? { offset, text: inner === undefined ? text : `, ${text}` } : undefined;
}

/** Returns the offset after the last character of a node, excluding trailing comments. */
function endOf(node: Node): number {
  const last: unknown = (isMap(node) || isSeq(node)) && node.flow !== true ? node.items.at(-1) : undefined;
  const inner = isPair(last) ? ((last.value ?? last.key) as Node) : (last as Node | undefined);
  return inner === undefined ? (node.range?.[1] ?? 0) : endOf(inner);
}

/** Inserts lines after the line that contains an offset. A block scalar includes its final line break. */
function insertLines(text: string, offset: number, lines: string): Insertion {
  const isAtStart = text[offset - 1] === '\n';
  const end = isAtStart ? offset - 1 : text.indexOf('\n', offset);
  if (end === -1) return { offset: text.length, text: `\n${lines}` };
  const newline = text[end - 1] === '\r' ? '\r\n' : '\n';
  return { offset: end + 1, text: lines.replaceAll('\n', newline) + newline };
}

/** Returns the indentation before an offset; `undefined` if other text precedes it on the line. */
function indentOf(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.trim() === '' ? before : undefined;
}

/** Returns whether the changed text equals the old definition plus one example. */
function isExpected(text: string, changed: string, path: readonly string[], example: JsonObject): boolean {
  const result = parseDocument(changed, { version: '1.2' });
  if (result.errors.length > 0) return false;
  const expected = parseDocument(text, { version: '1.2' });
  const before: unknown = expected.getIn([...path, 'examples']);
  const plain = toPlainJson(example);
  if (before === undefined) expected.setIn([...path, 'examples'], [plain]);
  else expected.addIn([...path, 'examples'], plain);
  const [wanted, actual] = [expected, result].map((document) => JSON.parse(JSON.stringify(document.toJS())) as unknown);
  return isDeepStrictEqual(actual, wanted);
}
