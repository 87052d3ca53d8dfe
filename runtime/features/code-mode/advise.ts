import type { CodeHost } from '../../core/api/definition.js';
import { findAlike, findSimilar } from './find-similar.js';
import type { CodeFunction } from './name-functions.js';
import { readArguments } from './read-arguments.js';
import { isObject } from './schema.js';

/** Maximum number of characters after a name that are searched for the rest of its path. */
const maxPath = 200;
/** Maximum number of arguments that advice lists. */
const maxArguments = 40;

/** Globals of browsers and Node that scripts do not have. */
const missing: ReadonlySet<string> = new Set(
  [
    'fetch XMLHttpRequest WebSocket Headers Request Response FormData Blob require module exports process Buffer',
    'setTimeout setInterval setImmediate queueMicrotask performance crypto Intl Atomics',
    'window document navigator Deno Bun Worker WebAssembly AbortController __dirname __filename',
  ].flatMap((names) => names.split(' ')),
);

/** Returns advice about the error of a script; `''` for self-explanatory errors. */
export function adviseOn(
  message: string,
  code: string,
  host: Pick<CodeHost, 'search'>,
  functions: readonly CodeFunction[],
): string {
  const [, unknown] = /^TypeError: There is no function (\S{1,300})$/u.exec(message) ?? [];
  if (unknown !== undefined) return listSimilar(findSimilar(host, functions, findPath(code, unknown)));
  const [, name] = /^ReferenceError: '(\S{1,300})' is not defined$/u.exec(message) ?? [];
  if (name === undefined) return '';
  const alike = findAlike(functions, findPath(code, name));
  if (alike.length > 0) return listSimilar(alike);
  const roots = [...new Set(functions.map((each) => each.name.slice(0, each.name.indexOf('.'))))];
  return missing.has(name)
    ? `A script can use JavaScript, console, URL, TextDecoder, atob, btoa and the functions of ${roots.slice(0, 20).join(', ')}, but no modules, network, files, timers or environment.`
    : '';
}

/** Lists the argument names of a function, for the error of a call with invalid arguments. */
export async function listArguments({ operation }: CodeFunction): Promise<string> {
  const { fields } = await operation.details();
  const schema = readArguments(fields, operation.next);
  if (!isObject(schema) || !isObject(schema['properties'])) return '';
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = Object.keys(schema['properties']);
  const sorted = [
    ...names.filter((name) => required.includes(name)),
    ...names.filter((name) => !required.includes(name)),
  ];
  if (sorted.length === 0) return 'It takes no arguments.';
  const listed = sorted.slice(0, maxArguments).map((name) => {
    const key = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
    return required.includes(name) ? key : `${key}?`;
  });
  return `It takes { ${listed.join(', ')}${sorted.length > maxArguments ? ', …' : ''} }.`;
}

function listSimilar(names: readonly string[]): string {
  const similar = names.length === 0 ? '' : `Similar: ${names.join(', ')}. `;
  return `${similar}\`search_api\` finds functions and prints their signatures.`;
}

/** Finds the dotted path that begins with a name in a script: `github.rest` becomes `github.rest.issues.get`. */
function findPath(code: string, name: string): string {
  const at = code.indexOf(name);
  if (at < 0) return name;
  const [rest = ''] = /^[\p{ID_Continue}$.]*/u.exec(code.slice(at + name.length).slice(0, maxPath)) ?? [];
  return name + rest;
}
