import path from 'node:path';
import { isGlobalName, isReservedWord, splitWords, toPascalCase } from './create-names.js';
import { firstFree, assignNames } from './assign-names.js';
import type { ReferredSchema } from './schema-resolver.js';

/** Names of referenced schemas by key. The manifest stores them. */
export type DefinitionNames = ReadonlyMap<string, string>;

/**
 * Names every referenced schema. Earlier names are kept, so that a new schema does not change the names of other schemas. For other
 * schemas, tries the author's name, then that name prefixed with its tool or file, then the prefixed name with a
 * number.
 * @param taken Names of handlers, inputs and outputs.
 * @param owners Type name of the tool that each root schema belongs to, by {@link ownerKey}.
 */
export function nameDefinitions(
  referred: Iterable<ReferredSchema>,
  taken: ReadonlySet<string>,
  owners: ReadonlyMap<string, string>,
  earlier: DefinitionNames,
): DefinitionNames {
  const used = new Set(taken);
  const isFree = (name: string) => !used.has(name) && isUsable(name);
  const schemas = new Map([...referred].map((schema) => [schema.key, schema]));
  const names = assignNames([...schemas.values()], {
    keep: ({ key }) => {
      const name = earlier.get(key);
      return name !== undefined && isFree(name) ? name : undefined;
    },
    choose: (schema) => {
      const candidates = candidateNames(schema, owners);
      return candidates.find(isFree) ?? firstFree(candidates.at(-1) ?? 'Schema', (name) => !isFree(name));
    },
    take: (name) => used.add(name),
  });
  return new Map([...names].map(([{ key }, name]) => [key, name]));
}

/** Returns the wire name of a referenced schema, which its author chose. */
export function wireNameOf(schema: ReferredSchema): string {
  const [container, name] = schema.path.slice(-2);
  if (name !== undefined && (container === '$defs' || container === 'definitions')) return name;
  const tail = schema.path.at(-1) ?? path.posix.basename(schema.file).replace(/\..*/su, '');
  return tail === '' ? 'Schema' : tail;
}

/** Returns the key of a root schema in `owners`. */
export function ownerKey(file: string, rootPath: readonly string[]): string {
  return JSON.stringify([file, ...rootPath]);
}

function candidateNames(schema: ReferredSchema, owners: ReadonlyMap<string, string>): readonly string[] {
  const isOwnRoot = schema.path.length === schema.rootPath.length;
  const stem = isOwnRoot && schema.rootPath.length > 0 ? 'Self' : toTypeName(wireNameOf(schema));
  const ownName = stem + (schema.suffix ?? '');
  const owner = owners.get(ownerKey(schema.file, schema.rootPath));
  if (owner !== undefined) return [owner + ownName];
  const file = toTypeName(path.posix.basename(schema.file).replace(/\..*/su, ''));
  return isUsable(ownName) ? [ownName, file + ownName] : [`${ownName}Type`, `${file}${ownName}`];
}

function toTypeName(name: string): string {
  const pascal = toPascalCase(splitWords(name));
  return /^[A-Z]/u.test(pascal) ? pascal : `Schema${pascal}`;
}

function isUsable(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/u.test(name) && !isGlobalName(name) && !isReservedWord(name);
}
