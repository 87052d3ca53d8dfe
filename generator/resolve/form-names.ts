import { createHash } from 'node:crypto';
import type { FunctionNames, Names } from '../model/model.js';
import { isGlobalName, isReservedWord } from './reserved-names.js';

/** What a name is of; it becomes part of the names that would otherwise be taken. */
export type NamedKind = 'Tool' | 'Prompt' | 'Resource';

/**
 * The names of a tool, prompt, resource or template in the generated code. The same name gives the same names,
 * whatever else is defined: adding a tool renames nothing.
 *
 * @param name The wire name.
 * @param identity What a name without a single usable character is told apart by, such as the URI.
 */
export function formNames(kind: NamedKind, name: string, identity: string): Names {
  const words = usableWords(name, identity);
  const stem = toPascalCase(words);
  const typeName = toTypeName(stem, kind);
  return { identifier: lowerFirst(typeName), typeName, fileName: toFileName(words, kind) };
}

/**
 * The names of a function that completes an argument or a variable.
 *
 * @param owner The prompt or template that it belongs to, by whatever name tells it apart.
 */
export function formCompletionNames(owner: string, argument: string): FunctionNames {
  const words = [owner, argument].flatMap((name) => usableWords(name, name));
  return { identifier: `complete${toPascalCase(words)}`, fileName: shorten(words.join('-').toLowerCase()) };
}

function usableWords(name: string, identity: string): readonly string[] {
  const words = splitWords(name);
  return words.length > 0 ? words : [createHash('sha256').update(identity).digest('hex').slice(0, 8)];
}

/** Splits a name into words of ASCII letters and digits: at other characters and at changes of case. */
export function splitWords(name: string): string[] {
  const ascii = /^[ -~]*$/u.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '');
  return ascii.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/gu) ?? [];
}

/** `['get', 'URL', 'v2']` → `GetUrlV2`. */
export function toPascalCase(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');
}

function toTypeName(stem: string, kind: NamedKind): string {
  if (/^\d/u.test(stem)) return kind + stem;
  const isTaken = isGlobalName(stem) || isReservedWord(lowerFirst(stem));
  return kind === 'Tool' && !isTaken ? stem : stem + kind;
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Names that Windows keeps for devices, whatever the extension. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)$/u;

const maximalFileName = 80;

function toFileName(words: readonly string[], kind: NamedKind): string {
  const name = words.join('-').toLowerCase();
  return deviceNames.test(name) ? `${name}-${kind.toLowerCase()}` : shorten(name);
}

function shorten(name: string): string {
  if (name.length <= maximalFileName) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, maximalFileName - 9).replace(/-$/u, '')}-${hash}`;
}
