import type { Names } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { createNames } from '../../feature-kit/resolve/create-names.js';
import { firstFree, assignNames } from '../../feature-kit/resolve/assign-names.js';
import { operationIdOf, type ApiOperation } from './operations.js';
import { splitPath } from './parameters.js';
import { shortenKey, toLatin, toLegalKey, toPlainKey } from './schema/legal-key.js';

/** Candidate names of a tool. */
export interface NameCandidates {
  /** Key under which names are stored; constant while the operation is unchanged. */
  readonly key: string;
  /** Candidate names, best first. */
  readonly names: readonly string[];
  /** Maximum number of characters in the name on the wire; longer names are truncated. Absent for names that the user chose. */
  readonly maxLength?: number | undefined;
}

/** Names of a tool on the wire and in the generated code. */
export interface ToolNames {
  readonly name: string;
  readonly names: Names;
}

/** Names of all API tools. */
interface NamedTools {
  readonly namesByCandidates: ReadonlyMap<NameCandidates, ToolNames>;
  /** Names to store for the next run. */
  readonly memory: ReadonlyMap<string, string>;
}

/** Names that API tools cannot have, and names from earlier runs. */
export interface TakenNames {
  /**
   * Claims in the form `tool`, `type` or `file` and a name: a tool name on the wire, or a type or file name in the
   * generated code.
   */
  readonly claims: ReadonlySet<string>;
  /** Names that earlier runs assigned to tools and to schema types. */
  readonly earlier: ReadonlyMap<string, string>;
}

/**
 * Proposes tool names for an operation: based on its operationId, based on its method and path, and each of these
 * prefixed with the API name.
 * Each has 1 to 64 of the characters that all model providers accept, unless the prefix contains a dot. Skips an
 * operationId whose letters have no Latin transliteration.
 */
export function proposeNames(operation: ApiOperation, prefix: string, api: string): readonly string[] {
  const id = toLatin(operationIdOf(operation) ?? '');
  const isName = /[A-Za-z0-9]/u.test(id) && !/(?!\p{ASCII})[\p{L}\p{N}]/u.test(id);
  return combineNames(isName ? [id] : [], nameByPath(operation, toLatin), toLatin(api)).map((stem) =>
    toLegalKey(prefix + stem.replaceAll('.', '_')),
  );
}

/**
 * Proposes the names that earlier versions used, which contain dots, and `_` instead of letters of other alphabets.
 * Tools are stored under the first name; settings can use any of the names.
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

/** Minimum length of truncated names, even for clients with a lower limit, because shorter names would be meaningless. */
const minLength = 20;

/** Fits a tool name to the `maxLength` characters that clients allow: unchanged, or truncated with a hash appended. */
export function fitName(name: string, maxLength = Infinity): string {
  return maxLength < minLength ? name : shortenKey(name, name, maxLength);
}

const toolPrefix = 'tool ';
const typePrefix = 'type ';

/** Returns the name that an earlier run assigned to the tool with a key. */
export function recallName({ earlier }: TakenNames, key: string): string | undefined {
  return earlier.get(toolPrefix + key);
}

/** Names tools. Tools keep their names from earlier runs; each new tool gets its first free candidate. */
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
      // The name on the wire is kept even if the types of another tool now have this tool's names.
      const isStemTaken = claimsOf(stem).some((claim) => taken.has(claim));
      return { name, stem: isStemTaken ? firstFree(`${former}_tool`, hasTaken) : stem };
    },
    choose: ({ names, maxLength }) => {
      const isFitTaken = (proposed: string) => isTaken(fitName(proposed, maxLength));
      // Types and files use the full name, so a client's limit does not change them.
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

/** Lists the type and file names of a tool in the generated code. */
function claimsOf(stem: string): readonly string[] {
  const { typeName, fileName } = createNames('Tool', stem, stem);
  const { handler, input, output, result } = nameTypes(typeName);
  const types = [handler, input, output, result].map((name) => `type ${name}`);
  return [...types, `file ${fileName.toLowerCase()}`];
}
