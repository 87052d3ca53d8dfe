import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, parseDocument, stringify, type Document, type Pair, type YAMLMap } from 'yaml';
import { ConnectError, type Entry } from './client.js';
import { planEntry } from './merge-entry.js';

type Servers = { readonly [name: string]: Entry };
type PlainDocument = { readonly [key: string]: unknown };

/**
 * Sets the entry `name` of the map `key`. Text outside the entry is unchanged.
 * @throws {ConnectError} if the content is not valid YAML or cannot be changed without affecting other parts.
 */
export function setYamlEntry(text: string, key: string, name: string, entry: Entry, newEntry: Entry): string {
  const document = parse(text);
  const servers = readServers(document, key);
  const present = servers[name];
  const names = present && new Set(Object.keys(present));
  const { removed, set } = planEntry(names, Object.entries(entry), Object.entries(newEntry));
  const kept = Object.entries(present ?? {}).filter(([field]) => !removed.includes(field));
  const wanted: Entry = { ...Object.fromEntries(kept), ...Object.fromEntries(set) };
  if (isDeepStrictEqual(present, wanted)) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const result = insert(text, document, key, name, wanted).replaceAll(/\r?\n/gu, eol);
  const expected = { ...toPlain(document), [key]: { ...servers, [name]: wanted } };
  return check(result, expected);
}

/** Removes the entry `name` of the map `key`. */
export function removeYamlEntry(text: string, key: string, name: string): string {
  const document = parse(text);
  const { [name]: gone, ...others } = readServers(document, key);
  if (gone === undefined) return text;
  const map = document.get(key, true) as YAMLMap;
  const { start, end } = linesOf(text, findPair(map, name));
  const isLast = map.items.length === 1;
  const result = text.slice(0, start) + text.slice(end);
  const expected = { ...toPlain(document), [key]: isLast ? null : others };
  return check(result, expected);
}

/** Whether a document contains a server with a given name. */
export function hasYamlEntry(text: string, key: string, name: string): boolean {
  return readServers(parse(text), key)[name] !== undefined;
}

function parse(text: string): Document {
  const document = parseDocument(text, { version: '1.2' });
  const [error] = document.errors;
  if (error) throw new ConnectError(`it is not valid YAML (line ${error.linePos?.[0].line ?? 1})`);
  if (document.contents !== null && !isMap(document.contents))
    throw new ConnectError('it does not contain a YAML mapping');
  return document;
}

function readServers(document: Document, key: string): Servers {
  const servers = toPlain(document)[key] ?? {};
  if (typeof servers !== 'object' || Array.isArray(servers)) throw new ConnectError(`its \`${key}\` is not a mapping`);
  return servers as Servers;
}

function toPlain(document: Document): PlainDocument {
  return (document.toJS() ?? {}) as PlainDocument;
}

function insert(text: string, document: Document, key: string, name: string, entry: Entry): string {
  const map = document.get(key, true);
  const print = (indent: string): string =>
    stringify({ [name]: entry }, { lineWidth: 0, indentSeq: true })
      .trimEnd()
      .split('\n')
      .map((line) => `${indent}${line}\n`)
      .join('');
  if (isMap(map) && map.items.length > 0) {
    if (map.flow) throw new ConnectError(`its \`${key}\` is written in braces: write it on several lines first`);
    const pairs = map.items.map((pair) => linesOf(text, pair));
    const indent = /^[ \t]*/u.exec(text.slice(pairs[0]?.start))?.[0] ?? '';
    const present = map.items.find((pair) => isScalar(pair.key) && pair.key.value === name);
    const { start, end } = present
      ? linesOf(text, present)
      : { start: pairs.at(-1)?.end ?? 0, end: pairs.at(-1)?.end ?? 0 };
    return `${endLine(text.slice(0, start))}${print(indent)}${text.slice(end)}`;
  }
  if (document.has(key)) {
    const root = document.contents as YAMLMap;
    const { start, end } = linesOf(text, findPair(root, key));
    return `${text.slice(0, start)}${key}:\n${print('  ')}${text.slice(end)}`;
  }
  return `${endLine(text)}${key}:\n${print('  ')}`;
}

function findPair(map: YAMLMap, name: string): Pair {
  const pair = map.items.find(({ key }) => isScalar(key) && key.value === name);
  if (!pair) throw new ConnectError(`its \`${name}\` cannot be found`);
  return pair;
}

/** Returns the offsets of the complete lines of a pair, without the comments and blank lines that follow. */
function linesOf(text: string, { key, value }: Pair): { readonly start: number; readonly end: number } {
  const keyRange = isScalar(key) ? key.range : undefined;
  const valueRange = (value as YAMLMap | null)?.range ?? keyRange;
  if (!keyRange || !valueRange) throw new ConnectError('the change would affect other parts of it');
  const start = text.lastIndexOf('\n', keyRange[0] - 1) + 1;
  const used = Math.max(start, keyRange[1], text.slice(0, valueRange[1]).trimEnd().length);
  const lineEnd = text.indexOf('\n', used);
  return { start, end: lineEnd === -1 ? text.length : lineEnd + 1 };
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** @throws {ConnectError} if edited content does not parse to the expected value. This is checked before writing. */
function check(text: string, expected: PlainDocument): string {
  if (!isDeepStrictEqual(toPlain(parse(text)), expected))
    throw new ConnectError('the change would affect other parts of it');
  return text;
}
