import { isMap, isScalar, isSeq, parseDocument, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { parseYaml } from '../source/parse-yaml.js';
import { toJson } from '../source/source-node.js';
import { isJsonArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../model/json.js';

/** A change of a text: what stands between two offsets becomes something else. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Adds a tool to `implement` of an API, at one place of the text; comments, order and format of the rest stay as they are.
 *
 * @param file its name says whether it is JSON
 * @param api key under `openapi`
 * @returns the text after that; `undefined` when it is written in a way that does not allow it
 */
export function addToImplement(file: string, text: string, api: string, tool: string): string | undefined {
  const before = parseYaml(file, text).root;
  const document = parseDocument(text, { version: '1.2', keepSourceTokens: false });
  const node = document.getIn(['openapi', api], true);
  if (!before || !isMap(node)) return undefined;
  const isJson = file.endsWith('.json');
  const splice = planSplice(text, node, isJson ? JSON.stringify(tool) : yamlString(tool), isJson);
  if (!splice) return undefined;
  const changed = text.slice(0, splice.start) + splice.text + text.slice(splice.end);
  const after = parseYaml(file, changed).root;
  const expected = withTool(toJson(before), api, tool);
  return after && expected && stringifyJson(toJson(after)) === stringifyJson(expected) ? changed : undefined;
}

/** What the definition says afterwards; keys stay in their order, a new one comes after `document`. */
function withTool(definition: Json, api: string, tool: string): Json | undefined {
  if (!isJsonObject(definition)) return undefined;
  const apis = definition.get('openapi');
  const settings = isJsonObject(apis) ? apis.get(api) : undefined;
  if (!isJsonObject(apis) || !isJsonObject(settings)) return undefined;
  const implement = settings.get('implement');
  const list = isJsonArray(implement) ? [...implement, tool] : [tool];
  const entries = settings.has('implement')
    ? [...settings].map(([key, value]): [string, Json] => [key, key === 'implement' ? list : value])
    : [...settings].flatMap(([key, value]): [string, Json][] =>
        key === 'document'
          ? [
              [key, value],
              ['implement', list],
            ]
          : [[key, value]],
      );
  return replace(definition, 'openapi', replace(apis, api, new Map(entries)));
}

function replace(object: JsonObject, key: string, value: Json): JsonObject {
  return new Map([...object].map(([name, member]) => [name, name === key ? value : member]));
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

/** A line of its own after the line in which something ends, comment included. */
function insertLine(text: string, offset: number, line: string): Splice {
  const end = text.indexOf('\n', offset);
  if (end === -1) return { start: text.length, end: text.length, text: `\n${line}` };
  const newline = text[end - 1] === '\r' ? '\r\n' : '\n';
  return { start: end + 1, end: end + 1, text: line + newline };
}

/** The white space before something that begins its line; `undefined` when it does not. */
function indentOf(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.trim() === '' ? before : undefined;
}

function yamlString(text: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$/u.test(text) && !/^(true|false|null)$/iu.test(text);
  return isPlain ? text : JSON.stringify(text);
}
