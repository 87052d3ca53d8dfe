import path from 'node:path';
import { isGlobalName, isReservedWord, splitWords, toPascalCase } from './form-names.js';
import type { ReferredSchema } from './schema-resolver.js';

/** Names of referred schemas by key. The manifest keeps them. */
export type DefinitionNames = ReadonlyMap<string, string>;

/**
 * Names every referred schema. Earlier names are kept, so that a new schema renames no other one. Other schemas get the first free
 * name of: the author's name, that name after its tool or file, and that with a number.
 *
 * @param taken Names of handlers, inputs and outputs.
 * @param owners Type names of the tools of root schemas, by {@link ownerKey}.
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

/** Name of a referred schema on the wire: that of the author. */
export function wireNameOf(schema: ReferredSchema): string {
  const [container, name] = schema.path.slice(-2);
  if (name !== undefined && (container === '$defs' || container === 'definitions')) return name;
  const tail = schema.path.at(-1) ?? path.posix.basename(schema.file).replace(/\..*$/u, '');
  return tail === '' ? 'Schema' : tail;
}

/** Key of a root schema among owners. */
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
