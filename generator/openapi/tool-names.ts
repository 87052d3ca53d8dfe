import type { Names } from '../model/model.js';
import { nameTypes } from '../model/type-names.js';
import { formNames } from '../resolve/form-names.js';
import type { ApiOperation } from './operations.js';
import { toLegalKey } from './schema/legal-key.js';

/** Candidate names of a tool. */
export interface NameCandidates {
  /** The same in every run while the operation is the same: names are remembered by this key. */
  readonly key: string;
  /** Best first. */
  readonly names: readonly string[];
}

/** The names of a tool on the wire and in the generated code. */
export interface ToolNames {
  readonly name: string;
  readonly names: Names;
}

/** Names of all tools of APIs. */
export interface NamedTools {
  readonly given: ReadonlyMap<NameCandidates, ToolNames>;
  /** Names to be given again in the next run. */
  readonly memory: ReadonlyMap<string, string>;
}

/** Names that the tools of APIs cannot have, and those that they had. */
export interface TakenNames {
  /** Names of tools. */
  readonly names: ReadonlySet<string>;
  /** Types and files in the generated code; see {@link claimsOf}. */
  readonly claims: ReadonlySet<string>;
  /** Names that earlier runs gave to tools and to types of schemas. */
  readonly earlier: ReadonlyMap<string, string>;
}

/**
 * Candidate names for the tool of an operation: by its operationId, by method and path, and both after the name of the API. Each has
 * 1 to 64 of the characters that all model providers accept.
 */
export function proposeNames(
  { method, path }: ApiOperation,
  operationId: string | undefined,
  prefix: string,
  api: string,
): readonly string[] {
  const segments = path.split('/').map((segment) => segment.replace(/\{([^{}]*)\}/gu, 'by_$1'));
  const words = [method, ...segments].map((word) => word.replace(/[^A-Za-z0-9-]+/gu, '_').replace(/^_+|_+$/gu, ''));
  const byPath = words.filter((word) => word !== '').join('_');
  const stems = [...(operationId === undefined ? [] : [operationId]), byPath];
  return [...stems, ...stems.map((stem) => `${api}_${stem}`)].map((stem) => legalName(prefix + stem));
}

/** The nearest tool name that all model providers accept. */
export function legalName(name: string): string {
  return toLegalKey(name, () => false);
}

const toolPrefix = 'tool ';
const typePrefix = 'type ';

/**
 * Names tools. Tools that had names in an earlier run keep them, so that a new operation renames no other one; each other tool gets
 * its first candidate that is free.
 */
export function nameTools(candidates: readonly NameCandidates[], { names, claims, earlier }: TakenNames): NamedTools {
  const taken = { names: new Set(names), claims: new Set(claims) };
  const given = new Map<NameCandidates, ToolNames>();
  const memory = new Map<string, string>();
  const isFree = (stem: string) => !claimsOf(formNames('Tool', stem, stem)).some((claim) => taken.claims.has(claim));
  const give = (candidate: NameCandidates, name: string, stem: string) => {
    const formed = formNames('Tool', stem, stem);
    taken.names.add(name);
    claimsOf(formed).forEach((claim) => taken.claims.add(claim));
    given.set(candidate, { name, names: formed });
    memory.set(toolPrefix + candidate.key, name);
    if (stem !== name) memory.set(typePrefix + candidate.key, stem);
  };
  for (const candidate of candidates) {
    const name = earlier.get(toolPrefix + candidate.key);
    if (name === undefined || taken.names.has(name)) continue;
    const stem = earlier.get(typePrefix + candidate.key) ?? name;
    if (isFree(stem)) give(candidate, name, stem);
  }
  for (const [key, name] of earlier) {
    if (!key.startsWith(toolPrefix) && !key.startsWith(typePrefix)) taken.claims.add(`type ${name}`);
  }
  for (const candidate of candidates) {
    if (given.has(candidate)) continue;
    const name =
      candidate.names.find((proposed) => !taken.names.has(proposed)) ??
      toLegalKey(candidate.names[0] ?? 'tool', (key) => taken.names.has(key));
    give(candidate, name, findStem(name, isFree));
  }
  return { given, memory };
}

/** The types and the file of a tool in the generated code. */
function claimsOf({ typeName, fileName }: Names): readonly string[] {
  const { handler, input, output, answer } = nameTypes(typeName);
  const types = [handler, input, output, answer].map((name) => `type ${name}`);
  return [...types, `file ${fileName.toLowerCase()}`];
}

/** The name that types are formed from: the tool's name, or that with a suffix when other tools have these types. */
function findStem(name: string, isFree: (stem: string) => boolean): string {
  if (isFree(name)) return name;
  for (let number = 1; ; number++) {
    const stem = number === 1 ? `${name}_tool` : `${name}_tool${number}`;
    if (isFree(stem)) return stem;
  }
}
