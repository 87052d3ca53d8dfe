import type { OperationDefinition } from '../../core/api/definition.js';

/** A function that scripts call: an operation under a name such as `github.issues.create`. */
export interface CodeFunction {
  readonly name: string;
  readonly operation: OperationDefinition;
}

/** Name of the object with the server's own tools. */
const ownTools = 'tools';

/** Names that scripts use for other purposes, or that JavaScript reserves. */
const reserved: ReadonlySet<string> = new Set(
  [
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false',
    'finally for function if implements import in instanceof interface let new null package private protected public return',
    'static super switch this throw true try typeof undefined var void while with yield async of console code globalThis',
    'escape unescape',
  ].flatMap((words) => words.split(' ')),
);
const special: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'toString',
  'valueOf',
  'constructor',
  'prototype',
  '__proto__',
]);

/**
 * Names the functions of operations: the API, followed by the parts of the `operationId` between `/` and `.`, or
 * otherwise by the tool name. All names are unique, and no path is a prefix of another.
 */
export function nameFunctions(operations: readonly OperationDefinition[]): readonly CodeFunction[] {
  const functions = new Set<string>();
  const spaces = new Set<string>();
  const isFree = (name: string): boolean =>
    !functions.has(name) && !spaces.has(name) && !listSpaces(name).some((space) => functions.has(space));
  return operations.map((operation) => {
    const { api, operationId, name: tool } = operation;
    const root = api === undefined ? ownTools : nameRoot(api);
    const parts = (operationId ?? tool).split(/[/.]/u).filter((part) => part !== '');
    const path = (parts.length === 0 ? [tool] : parts).slice(0, 6).map(namePart);
    const deep = [root, ...path].join('.');
    // A function cannot contain another function, so the other function is placed next to it.
    const wanted = listSpaces(deep).some((space) => functions.has(space)) ? `${root}.${path.join('_')}` : deep;
    let name = wanted;
    for (let number = 2; !isFree(name); number += 1) name = `${wanted}_${number}`;
    functions.add(name);
    for (const space of listSpaces(name)) spaces.add(space);
    return { name, operation };
  });
}

/** Lists the objects that contain a function, outermost first. */
function listSpaces(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.slice(0, -1).map((_part, index) => parts.slice(0, index + 1).join('.'));
}

/** Returns the name of the object with the functions of an API. */
function nameRoot(api: string): string {
  const name = namePart(api);
  return reserved.has(name) || name === ownTools || Object.hasOwn(globalThis, name) ? `${name}_api` : name;
}

/** Converts a part of a name: `list-for-repo` becomes `listForRepo`. */
function namePart(part: string): string {
  const words = part.split(/[^\p{L}\p{N}_$]+/u).filter((word) => word !== '');
  const joined = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
  const name = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(joined)
    ? joined
    : `_${joined.replace(/[^\p{ID_Continue}$]/gu, '')}`;
  return special.has(name) ? `${name}_` : name;
}
