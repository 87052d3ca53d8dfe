import { isDeepStrictEqual } from 'node:util';
import { ConnectError, type Entry, type EntryValue } from './client.js';
import { planEntry } from './merge-entry.js';
import { scanToml, type TomlStatement } from './scan-toml.js';

/** Table of a server, with the statements inside. */
interface ServerTable {
  readonly header: TomlStatement;
  readonly keys: readonly TomlStatement[];
}

/**
 * Sets the table `[key.name]`. Other tables, and unrelated fields in this table, are unchanged.
 * @throws {ConnectError} if the server is written as an inline table or with dotted keys.
 */
export function setTomlEntry(text: string, key: string, name: string, entry: Entry, newEntry: Entry): string {
  const table = findTable(scanToml(text), key, name);
  const [fields, more] = [entry, newEntry].map((one) =>
    Object.entries(one).map(([field, value]) => [field, printValue(value)] as const),
  );
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const present = table && new Set(table.keys.map((statement) => statement.name[0] ?? ''));
  const { removed, set } = planEntry(present, fields ?? [], more ?? []);
  const lines = (list: readonly (readonly [string, string])[]): string =>
    list.map(([field, value]) => `${eol}${field} = ${value}`).join('');
  if (!table) {
    const before = text.trimEnd();
    const header = `[${printKey(key)}.${printKey(name)}]`;
    return `${before}${before === '' ? '' : eol + eol}${header}${lines(set)}${eol}`;
  }
  let result = text;
  const missing = set.filter(([field]) => !present?.has(field));
  const last = table.keys.at(-1) ?? table.header;
  if (missing.length > 0) result = text.slice(0, last.lineEnd) + lines(missing) + text.slice(last.lineEnd);
  for (const { name: path, value, start, end, lineEnd } of table.keys.toReversed()) {
    const field = path[0] ?? '';
    const wanted = path.length === 1 ? set.find(([one]) => one === field)?.[1] : undefined;
    if (removed.includes(field)) result = cutLines(result, start, lineEnd);
    else if (wanted !== undefined && wanted !== value) {
      result = result.slice(0, end - value.length) + wanted + result.slice(end);
    }
  }
  checkOthers(text, result, key, name);
  return result;
}

/** Removes the table of a server and its subtables. A comment above the table is kept. */
export function removeTomlEntry(text: string, key: string, name: string): string {
  const statements = scanToml(text);
  findTable(statements, key, name);
  let result = text;
  for (const [index, { kind, name: path, start }] of [...statements.entries()].toReversed()) {
    if (kind === 'key' || path[0] !== key || path[1] !== name) continue;
    const next = statements.findIndex((one, at) => at > index && one.kind !== 'key');
    const last = statements[next === -1 ? statements.length - 1 : next - 1];
    result = cutLines(result, start, last?.lineEnd ?? text.length);
  }
  if (result === text) return text;
  result = result.replace(/(?<![\r\n])(?:\r?\n)+$/u, text.includes('\r\n') ? '\r\n' : '\n');
  checkOthers(text, result, key, name);
  return result;
}

/** Whether a document contains a server with a given name. */
export function hasTomlEntry(text: string, key: string, name: string): boolean {
  return findTable(scanToml(text), key, name) !== undefined;
}

function findTable(statements: readonly TomlStatement[], key: string, name: string): ServerTable | undefined {
  let table: readonly string[] = [];
  let found: { header: TomlStatement; keys: TomlStatement[] } | undefined;
  for (const statement of statements) {
    if (statement.kind !== 'key') {
      table = statement.name;
      if (isServer(table, key, name)) {
        if (statement.kind === 'array-table' || found) throw new ConnectError(`it contains [${key}.${name}] twice`);
        found = { header: statement, keys: [] };
      }
    } else if (isServer(table, key, name)) found?.keys.push(statement);
    else {
      const full = [...table, ...statement.name];
      const isServers = full.length === 1 && full[0] === key;
      if (isServers || (full[0] === key && full[1] === name && table.length < 2)) {
        throw new ConnectError(
          `its \`${full.join('.')}\` is not written as a table: write it as [${key}.${name}] first`,
        );
      }
    }
  }
  return found;
}

function isServer(table: readonly string[], key: string, name: string): boolean {
  return table.length === 2 && table[0] === key && table[1] === name;
}

/** Removes statements with their lines; if blank lines surround them, also removes one of the two. */
function cutLines(text: string, start: number, lineEnd: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(0, lineStart);
  const after = text.slice(lineEnd).replace(/^\r?\n/u, '');
  return /(?:^|\n)\r?\n$/u.test(before) ? before + after.replace(/^\r?\n/u, '') : before + after;
}

/**
 * @throws {ConnectError} if an edit changed more than the table of one server, which would be a bug; this is checked before writing.
 */
function checkOthers(before: string, after: string, key: string, name: string): void {
  const [old, now] = [before, after].map((text) => {
    let isOther = true;
    return scanToml(text).flatMap(({ kind, name: path, value }) => {
      if (kind !== 'key') isOther = path[0] !== key || path[1] !== name;
      return isOther ? [[kind, path, value]] : [];
    });
  });
  if (!isDeepStrictEqual(old, now)) throw new ConnectError('the change would affect other parts of it');
}

function printValue(value: EntryValue): string {
  if (typeof value === 'string') return printString(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(printString).join(', ')}]`;
  const fields = Object.entries(value).map(([name, text]) => `${printKey(name)} = ${printString(text)}`);
  return `{ ${fields.join(', ')} }`;
}

function isList(value: EntryValue): value is readonly string[] {
  return Array.isArray(value);
}

/** Prints a TOML basic string. JSON escapes every character that TOML requires to be escaped, except DEL. */
function printString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', String.raw`\u007F`);
}

function printKey(name: string): string {
  return /^[\w-]+$/u.test(name) ? name : printString(name);
}
