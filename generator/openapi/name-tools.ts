import type { Names } from '../model/model.js';
import { formNames } from '../resolve/form-names.js';
import { toLegalKey } from './schema/legal-key.js';

/** What a tool is to be called. */
export interface NameWish {
  /** The same in every run as long as the operation is the same: what the names given are remembered by. */
  readonly key: string;
  /** Best first. */
  readonly names: readonly string[];
}

/** The names of a tool. */
export interface GivenNames {
  readonly name: string;
  readonly names: Names;
}

/** What names are given by, and what of them is to be remembered. */
export interface NamedTools {
  readonly given: ReadonlyMap<NameWish, GivenNames>;
  readonly memory: ReadonlyMap<string, string>;
}

const toolPrefix = 'tool ';
const typePrefix = 'type ';

/**
 * Names tools. Those that had names in an earlier run keep them, so that a new operation renames no other one; the others
 * get the first of their wishes that is free.
 *
 * @param names Names of the tools that definitions describe.
 * @param claims What these have of their own in the generated code; see {@link claimsOf}.
 * @param earlier What earlier runs remembered, names of types of schemas among it.
 */
export function nameTools(
  wishes: readonly NameWish[],
  names: ReadonlySet<string>,
  claims: ReadonlySet<string>,
  earlier: ReadonlyMap<string, string>,
): NamedTools {
  const taken = { names: new Set(names), claims: new Set(claims) };
  const given = new Map<NameWish, GivenNames>();
  const memory = new Map<string, string>();
  const give = (wish: NameWish, name: string, stem: string) => {
    const formed = formNames('Tool', stem, stem);
    taken.names.add(name);
    claimsOf(formed).forEach((claim) => taken.claims.add(claim));
    given.set(wish, { name, names: formed });
    memory.set(toolPrefix + wish.key, name);
    if (stem !== name) memory.set(typePrefix + wish.key, stem);
  };
  for (const wish of wishes) {
    const name = earlier.get(toolPrefix + wish.key);
    if (name === undefined || taken.names.has(name)) continue;
    const stem = earlier.get(typePrefix + wish.key) ?? name;
    if (claimsOf(formNames('Tool', stem, stem)).some((claim) => taken.claims.has(claim))) continue;
    give(wish, name, stem);
  }
  for (const [key, name] of earlier) if (!isToolMemory(key)) taken.claims.add(`type ${name}`);
  for (const wish of wishes) {
    if (given.has(wish)) continue;
    const name = firstFree(wish.names, taken.names);
    give(wish, name, findStem(name, taken.claims));
  }
  return { given, memory };
}

/** What a tool has of its own in the generated code: its types and its file. */
export function claimsOf({ typeName, fileName }: Names): readonly string[] {
  const types = ['', 'Input', 'Output', 'Answer'].map((suffix) => `type ${typeName}${suffix}`);
  return [...types, `file ${fileName.toLowerCase()}`];
}

function isToolMemory(key: string): boolean {
  return key.startsWith(toolPrefix) || key.startsWith(typePrefix);
}

function firstFree(names: readonly string[], taken: ReadonlySet<string>): string {
  return names.find((name) => !taken.has(name)) ?? toLegalKey(names[0] ?? 'tool', (name) => taken.has(name));
}

/** The name that types are formed from: the tool's own unless another tool has these types. */
function findStem(name: string, claims: ReadonlySet<string>): string {
  const isFree = (stem: string) => !claimsOf(formNames('Tool', stem, stem)).some((claim) => claims.has(claim));
  if (isFree(name)) return name;
  const fallback = `${name}_tool`;
  for (let number = 1; ; number++) {
    const stem = number === 1 ? fallback : `${fallback}${number}`;
    if (isFree(stem)) return stem;
  }
}
