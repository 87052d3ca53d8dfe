import path from 'node:path';
import { splitWords, toPascalCase } from './form-names.js';
import { isGlobalName, isReservedWord } from './reserved-names.js';
import type { ReferredSchema } from './schema-resolver.js';

/** Names given to referred schemas by their key; kept in the manifest. */
export type DefinitionNames = ReadonlyMap<string, string>;

/**
 * Names every schema that is referred to. Names given earlier are kept, so that a new schema renames no other one;
 * the others get the first free one of: the author's name, that name after the tool or file that it belongs to, and
 * that with a number.
 *
 * @param taken Names that handlers and their inputs and outputs have.
 * @param owners Names of the tool that a schema root belongs to, by file and pointer of the root.
 */
export function nameDefinitions(
  referred: Iterable<ReferredSchema>,
  taken: ReadonlySet<string>,
  owners: ReadonlyMap<string, string>,
  earlier: DefinitionNames,
): DefinitionNames {
  const names = new Map<string, string>();
  const used = new Set(taken);
  const schemas = [...referred];
  for (const { key } of schemas) {
    const name = earlier.get(key);
    if (name === undefined || used.has(name) || !isUsable(name)) continue;
    names.set(key, name);
    used.add(name);
  }
  for (const schema of schemas) {
    if (names.has(schema.key)) continue;
    const name = firstFree(candidateNames(schema, owners), used);
    names.set(schema.key, name);
    used.add(name);
  }
  return names;
}

/** The name that the author gave a referred schema, for the wire. */
export function wireNameOf(schema: ReferredSchema): string {
  const [container, name] = schema.path.slice(-2);
  if (name !== undefined && (container === '$defs' || container === 'definitions')) return name;
  const tail = schema.path.at(-1) ?? path.posix.basename(schema.file).replace(/\..*$/u, '');
  return tail === '' ? 'Schema' : tail;
}

/** The key under which the owner of a schema root is known. */
export function ownerKey(file: string, rootPath: readonly string[]): string {
  return JSON.stringify([file, ...rootPath]);
}

function candidateNames(schema: ReferredSchema, owners: ReadonlyMap<string, string>): readonly string[] {
  const isOwnRoot = schema.path.length === schema.rootPath.length;
  const stem = isOwnRoot && schema.rootPath.length > 0 ? 'Self' : toTypeName(wireNameOf(schema));
  const own = stem + (schema.suffix ?? '');
  const owner = owners.get(ownerKey(schema.file, schema.rootPath));
  if (owner !== undefined) return [owner + own];
  const file = toTypeName(path.posix.basename(schema.file).replace(/\..*$/u, ''));
  return isUsable(own) ? [own, file + own] : [`${own}Type`, `${file}${own}`];
}

function toTypeName(name: string): string {
  const pascal = toPascalCase(splitWords(name));
  return /^[A-Z]/u.test(pascal) ? pascal : `Schema${pascal}`;
}

function isUsable(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/u.test(name) && !isGlobalName(name) && !isReservedWord(name);
}

function firstFree(candidates: readonly string[], used: ReadonlySet<string>): string {
  const free = candidates.find((name) => !used.has(name) && isUsable(name));
  if (free !== undefined) return free;
  const last = candidates.at(-1) ?? 'Schema';
  let number = 2;
  while (used.has(last + number)) number++;
  return last + number;
}
