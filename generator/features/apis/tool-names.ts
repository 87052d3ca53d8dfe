import type { Names } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { createNames } from '../../feature-kit/resolve/create-names.js';
import { firstFree, assignNames } from '../../feature-kit/resolve/assign-names.js';
import { operationIdOf, type ApiOperation } from './operations.js';
import { splitPath } from './parameters.js';
import { shortenKey, toLatin, toLegalKey, toPlainKey } from './schema/legal-key.js';

/** Candidate names of a tool. */
export interface NameCandidates {
  /** The same in every run while the operation is the same: names are remembered by this key. */
  readonly key: string;
  /** Best first. */
  readonly names: readonly string[];
  /** Maximum length of the name on the wire, in characters; longer names are truncated. Absent for names that the user chose. */
  readonly maxLength?: number | undefined;
}

/** The names of a tool on the wire and in the generated code. */
export interface ToolNames {
  readonly name: string;
  readonly names: Names;
}

/** Names of all tools of APIs. */
interface NamedTools {
  readonly namesByCandidates: ReadonlyMap<NameCandidates, ToolNames>;
  /** Names to be given again in the next run. */
  readonly memory: ReadonlyMap<string, string>;
}

/** Names that the tools of APIs cannot have, and those that they had. */
export interface TakenNames {
  /** `tool`, `type` or `file`, and the name of the tool on the wire, or of the type or file in the generated code. */
  readonly claims: ReadonlySet<string>;
  /** Names that earlier runs gave to tools and to types of schemas. */
  readonly earlier: ReadonlyMap<string, string>;
}

/**
 * Candidate names for the tool of an operation: by its operationId, by method and path, and both after the name of the API. Each has
 * 1 to 64 of the characters that all model providers accept, unless the prefix has a dot. An operationId whose letters cannot become
 * Latin ones is no name.
 */
export function proposeNames(operation: ApiOperation, prefix: string, api: string): readonly string[] {
  const id = toLatin(operationIdOf(operation) ?? '');
  const isName = /[A-Za-z0-9]/u.test(id) && !/(?!\p{ASCII})[\p{L}\p{N}]/u.test(id);
  return combineNames(isName ? [id] : [], nameByPath(operation, toLatin), toLatin(api)).map((stem) =>
    toLegalKey(prefix + stem.replaceAll('.', '_')),
  );
}

/**
 * Candidate names as earlier versions proposed them, with dots and with `_` for letters of other alphabets: tools are remembered by
 * the first, and settings may name a tool by any.
 */
export function proposeEarlierNames(operation: ApiOperation, prefix: string, api: string): readonly string[] {
  const id = operationIdOf(operation);
  const byPath = nameByPath(operation, (word) => word);
  return combineNames(id === undefined ? [] : [id], byPath, api).map((stem) => toPlainKey(prefix + stem));
}

function combineNames(ids: readonly string[], byPath: string, api: string): readonly string[] {
  const stems = [...ids, byPath];
  return [...stems, ...stems.map((stem) => `${api}_${stem}`)];
}

function nameByPath({ method, path }: ApiOperation, spell: (word: string) => string): string {
  const plain = splitPath(path, new Set()).map(({ text, name }) => (name === undefined ? text : `{${name}}`));
  const segments = plain
    .join('')
    .split('/')
    .map((segment) => segment.replace(/\{([^{}]*)\}/gu, 'by_$1'));
  const words = [method, ...segments].map((word) =>
    spell(word)
      .replace(/[^A-Za-z0-9-]+/gu, '_')
      .replace(/^_+|(?<!_)_+$/gu, ''),
  );
  return words.filter((word) => word !== '').join('_');
}

/** Clients that leave fewer characters get longer names: shorter ones would say nothing. */
const minLength = 20;

/** The name that a tool has on the wire where clients allow `maxLength` characters: itself, else its beginning and a hash. */
export function fitName(name: string, maxLength = Infinity): string {
  return maxLength < minLength ? name : shortenKey(name, name, maxLength);
}

const toolPrefix = 'tool ';
const typePrefix = 'type ';

/** The name that an earlier run gave to the tool with a key. */
export function recallName({ earlier }: TakenNames, key: string): string | undefined {
  return earlier.get(toolPrefix + key);
}

/** Names tools: those that had names in an earlier run keep them; each other one gets its first candidate that is free. */
export function nameTools(candidates: readonly NameCandidates[], { claims, earlier }: TakenNames): NamedTools {
  const taken = new Set(claims);
  const isTaken = (name: string) => taken.has(`tool ${name}`);
  const schemas = [...earlier].filter(([key]) => !key.startsWith(toolPrefix) && !key.startsWith(typePrefix));
  const schemaTypes = new Set(schemas.map(([, name]) => `type ${name}`));
  const hasTaken = (stem: string) => claimsOf(stem).some((claim) => taken.has(claim) || schemaTypes.has(claim));
  const given = assignNames(candidates, {
    keep: ({ key, maxLength }) => {
      const former = earlier.get(toolPrefix + key);
      const name = former && fitName(former, maxLength);
      if (former === undefined || name === undefined || isTaken(name)) return undefined;
      const stem = earlier.get(typePrefix + key) ?? former;
      // The name on the wire stays, also when a new version gives the types of another tool names that this one had.
      const isStemTaken = claimsOf(stem).some((claim) => taken.has(claim));
      return { name, stem: isStemTaken ? firstFree(`${former}_tool`, hasTaken) : stem };
    },
    choose: ({ names, maxLength }) => {
      const isFitTaken = (proposed: string) => isTaken(fitName(proposed, maxLength));
      // Types and files have the whole name: they stay when a client's limit comes or goes.
      const whole = names.find((proposed) => !isFitTaken(proposed)) ?? toLegalKey(names[0] ?? 'tool', isFitTaken);
      const stem = hasTaken(whole) ? firstFree(`${whole}_tool`, hasTaken) : whole;
      return { name: fitName(whole, maxLength), stem };
    },
    take: ({ name, stem }) => [`tool ${name}`, ...claimsOf(stem)].forEach((claim) => taken.add(claim)),
  });
  const memory = [...given].flatMap(([{ key }, { name, stem }]) => [
    [toolPrefix + key, name] as const,
    ...(stem === name ? [] : [[typePrefix + key, stem] as const]),
  ]);
  return {
    namesByCandidates: new Map(
      [...given].map(([key, { name, stem }]) => [key, { name, names: createNames('Tool', stem, stem) }]),
    ),
    memory: new Map(memory),
  };
}

/** The types and the file of a tool in the generated code. */
function claimsOf(stem: string): readonly string[] {
  const { typeName, fileName } = createNames('Tool', stem, stem);
  const { handler, input, output, result } = nameTypes(typeName);
  const types = [handler, input, output, result].map((name) => `type ${name}`);
  return [...types, `file ${fileName.toLowerCase()}`];
}
