import { isDeepStrictEqual } from 'node:util';
import { getNodeValue } from 'jsonc-parser';
import { findProperty, parseJson, removeProperty, setProperty } from './edit-json.js';
import { hasTomlEntry, removeTomlEntry, setTomlEntry } from './edit-toml.js';
import { hasYamlEntry, removeYamlEntry, setYamlEntry } from './edit-yaml.js';
import { ConnectError, type ConfigFormatName, type Entry, type Client } from './client.js';
import { planEntry } from './merge-entry.js';

type Place = Pick<Client, 'format' | 'key'>;

interface ConfigFormat {
  readonly set: (text: string, key: string, name: string, entry: Entry, newEntry: Entry) => string;
  readonly remove: (text: string, key: string, name: string) => string;
  readonly has: (text: string, key: string, name: string) => boolean;
}

const formats: { readonly [name in ConfigFormatName]: ConfigFormat } = {
  json: { set: setJsonEntry, remove: removeJsonEntry, has: (text, key, name) => !!findJsonEntry(text, key, name) },
  yaml: { set: setYamlEntry, remove: removeYamlEntry, has: hasYamlEntry },
  toml: { set: setTomlEntry, remove: removeTomlEntry, has: hasTomlEntry },
};

const byteOrderMark = '\uFEFF';

/**
 * Sets the entry of a server in a client configuration. Everything else is kept, including comments and formatting.
 * Returns the same text if nothing has to change.
 * @param text Current content; `''` for a new file.
 * @throws {ConnectError} if the content cannot be changed. The message completes a sentence about the file.
 */
export function setEntry(
  { format, key }: Place,
  text: string,
  name: string,
  entry: Entry,
  newEntry: Entry = {},
): string {
  return withoutMark(text, (body) => formats[format].set(body, key, name, entry, newEntry));
}

/** Removes the entry of a server from a client configuration. Returns the same text if there is no such entry. */
export function removeEntry({ format, key }: Place, text: string, name: string): string {
  return withoutMark(text, (body) => formats[format].remove(body, key, name));
}

/** Whether a configuration contains a server with a given name; `false` if the configuration cannot be parsed. */
export function hasEntry({ format, key }: Place, text: string, name: string): boolean {
  try {
    return formats[format].has(text.replace(byteOrderMark, ''), key, name);
  } catch (error) {
    if (error instanceof ConnectError) return false;
    throw error;
  }
}

function withoutMark(text: string, edit: (body: string) => string): string {
  return text.startsWith(byteOrderMark) ? byteOrderMark + edit(text.slice(1)) : edit(text);
}

function setJsonEntry(text: string, key: string, name: string, entry: Entry, newEntry: Entry): string {
  const present = findJsonEntry(text, key, name);
  const names = present && new Set(Object.keys(present));
  const { removed, set } = planEntry(names, Object.entries(entry), Object.entries(newEntry));
  if (!present) return checkJson(text, setProperty(text, [key, name], Object.fromEntries(set)), key, name);
  let result = text;
  for (const field of removed) result = removeProperty(result, [key, name, field]);
  for (const [field, value] of set) {
    if (!isDeepStrictEqual(present[field], value)) result = setProperty(result, [key, name, field], value);
  }
  return checkJson(text, result, key, name);
}

function removeJsonEntry(text: string, key: string, name: string): string {
  return checkJson(text, removeProperty(text, [key, name]), key, name);
}

function findJsonEntry(text: string, key: string, name: string): { readonly [field: string]: unknown } | undefined {
  const servers = findProperty(parseJson(text), key)?.value;
  const entry = servers && findProperty(servers, name)?.value;
  return entry?.type === 'object' ? (getNodeValue(entry) as { [field: string]: unknown }) : undefined;
}

/** @throws {ConnectError} if an edit changed more than one entry, which would be a bug; this is checked before writing. */
function checkJson(before: string, after: string, key: string, name: string): string {
  const [old, now] = [before, after].map((text) => {
    const root = getNodeValue(parseJson(text)) as { [key: string]: { [name: string]: unknown } | undefined };
    const { [name]: _entry, ...others } = root[key] ?? {};
    return { ...root, [key]: others };
  });
  if (!isDeepStrictEqual(old, now)) throw new ConnectError('the change would affect other parts of it');
  return after;
}
