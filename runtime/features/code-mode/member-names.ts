import { allowedEdits, isNear } from '../../wire/is-near.js';
import type { CodeFunction } from './name-functions.js';
import { isObject, readSchema } from './schema.js';

/** Maximum number of examined values of a result, and of examined parts of a schema. */
const maxValues = 2_000;
const maxParts = 20_000;
/** Maximum number of names that are kept, and maximum length of a name. */
const maxNames = 5_000;
const maxName = 80;
/** Maximum number of names in a script that are compared, and of possibly mistyped names that are examined. */
const maxCompared = 200;
const maxSuspects = 10;
/** Maximum number of functions whose schemas are read, and of names in advice. */
const maxSchemas = 20;
const maxAdvised = 3;

/** Outcome of a script, for detecting missing members. */
export interface EndedScript {
  readonly code: string;
  /** Whether the script failed with a TypeError. */
  readonly isTypeError: boolean;
  /** JSON text of the script's value. Absent: no value. */
  readonly json: string | undefined;
}

/** Names of the members of all results of a run. */
export class MemberNames {
  readonly #names = new Set<string>();

  /** Records the names in a result, up to the limits. */
  note(result: unknown): void {
    walk(result, maxValues, (name) => this.#add(name));
  }

  /**
   * Advises on members that a script reads although no result has them, if a similar name exists.
   *
   * @param called Functions that the script has called.
   * @returns `''` without advice.
   */
  async advise(script: EndedScript, called: readonly CodeFunction[]): Promise<string> {
    if (this.#names.size === 0) return '';
    const unknown = listRead(script.code).filter((name) => !this.#names.has(name));
    const resultNames = [...this.#names].map((name) => ({ name, simple: simplify(name) }));
    const near = unknown.slice(0, maxCompared).flatMap((name) => {
      const found = findNear(simplify(name), resultNames, script.isTypeError);
      return found === undefined ? [] : [{ name, near: found }];
    });
    const pairs = near.slice(0, maxSuspects).filter(({ name }) => isMissing(name, script));
    if (pairs.length === 0) return '';
    // A declared member that is absent from the results was not mistyped.
    const declared = await listDeclared(called.slice(0, maxSchemas));
    return pairs
      .filter(({ name }) => !declared.has(name))
      .slice(0, maxAdvised)
      .map(({ name, near }) => `No result has a member \`${name}\`: did you mean \`${near}\`?`)
      .join('\n');
  }

  #add(name: string): void {
    if (this.#names.size < maxNames && name.length <= maxName) this.#names.add(name);
  }
}

interface ResultName {
  readonly name: string;
  readonly simple: string;
}

/**
 * Finds a name that differs only in case and underscores, or otherwise in a few characters.
 *
 * @param allowsPlural Whether a plural matches. In a script that has not failed, a plural may be the script's own name.
 */
function findNear(wanted: string, candidates: readonly ResultName[], allowsPlural: boolean): string | undefined {
  const same = candidates.find(({ simple }) => simple === wanted);
  const maxEdits = allowedEdits(wanted.length);
  if (same !== undefined || maxEdits === 0) return same?.name;
  const near = candidates.find(({ simple }) => {
    const isPlural = `${simple}s` === wanted || `${wanted}s` === simple;
    return (allowsPlural || !isPlural) && isNear(wanted, simple, maxEdits);
  });
  return near?.name;
}

function simplify(name: string): string {
  return name.replaceAll(/[_-]/gu, '').toLowerCase();
}

/** Calls a function with the name of each member of the first `limit` nested values. */
function walk(root: unknown, limit: number, visit: (name: string, value: unknown) => void): void {
  const open: unknown[] = [root];
  for (let seen = 0; seen < limit && open.length > 0; seen += 1) {
    const value = open.pop();
    if (Array.isArray(value)) {
      open.push(...value.slice(0, limit - seen).toReversed());
    } else if (isObject(value)) {
      for (const name in value) {
        if ((seen += 1) > limit) break;
        visit(name, value[name]);
        if (typeof value[name] === 'object') open.push(value[name]);
      }
    }
  }
}

/** Lists the members that the output schemas of functions declare. */
async function listDeclared(functions: readonly CodeFunction[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { operation } of functions) {
    const { fields } = await operation.details();
    walk(readSchema(fields['outputSchema']), maxParts, (keyword, value) => {
      if (keyword === 'properties' && isObject(value)) for (const name in value) names.add(name);
    });
  }
  return names;
}

let builtIn: ReadonlySet<string> | undefined;

/** Lists the member names of built-in objects. */
function listBuiltIn(): ReadonlySet<string> {
  const owners = [
    Object,
    Function,
    Array,
    String,
    Number,
    BigInt,
    Boolean,
    Symbol,
    Map,
    Set,
    WeakMap,
    Promise,
    RegExp,
    Date,
    Error,
  ];
  const more = [
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    Uint8Array,
    Object.getPrototypeOf(Uint8Array) as typeof Uint8Array,
  ];
  builtIn ??= new Set(
    [...owners, ...more]
      .flatMap((owner): readonly object[] => [owner, owner.prototype as object])
      .concat(Math, JSON, console, globalThis)
      .flatMap((owner) => Object.getOwnPropertyNames(owner))
      .concat('status', 'headers', 'path', 'next', 'notes', 'value', 'done', 'reason', 'errors', 'groups', 'index'),
  );
  return builtIn;
}

/** Matches a member that is read but not called, and a destructuring pattern. */
const member = /\.([\p{ID_Start}_$][\p{ID_Continue}$]{0,79})(?![\p{ID_Continue}$(])/gu;
const pattern = /\{([\p{ID_Continue}$\s,:=.'"]{1,300})\}(?=[\s,\w$)]{0,60}=>|\s{0,9}=(?![=>])|\s{1,9}of\b)/gu;

/** Lists the names of members that a script reads, except built-in members. */
function listRead(code: string): readonly string[] {
  const taken = [...code.matchAll(pattern)].flatMap(([, inner = '']) =>
    inner.split(',').map((part) => part.split(/[:=]/u, 1)[0]?.trim() ?? ''),
  );
  const read = [...code.matchAll(member)].map(([, name = '']) => name);
  const builtInNames = listBuiltIn();
  return [...new Set([...read, ...taken])].filter((name) => /^[\p{ID_Start}_$]/u.test(name) && !builtInNames.has(name));
}

/** Whether a member may be missing from the value of a script, and is not defined by the script itself. */
function isMissing(name: string, { code, json, isTypeError }: EndedScript): boolean {
  if (!isTypeError && json?.includes(`"${name}":`) === true) return false;
  const escaped = name.replaceAll('$', String.raw`\$`);
  const isMade = [
    String.raw`\b(?:const|let|var|function|class)\s+${escaped}(?![\p{ID_Continue}$])`,
    String.raw`(?<![.\p{ID_Continue}$])${escaped}\s{0,9}:(?![^,;{}()\n]{0,200}\.${escaped}(?![\p{ID_Continue}$]))`,
    String.raw`\.${escaped}\s{0,9}(?:[-+*/%&|?]{0,2}=(?![=>])|\+\+|--)`,
  ];
  return !isMade.some((source) => new RegExp(source, 'u').test(code));
}
