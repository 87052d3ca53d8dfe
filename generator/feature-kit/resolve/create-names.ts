import { createHash } from 'node:crypto';
import type { FunctionNames, Names } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';

/** Kind of a named entry. Also the suffix of names that would otherwise collide. */
export type NamedKind = 'Tool' | 'Prompt' | 'Resource';

/**
 * Creates the names of a tool, prompt, resource or template in generated code. They depend only on the wire name, so
 * that a new tool does not change the names of other tools. `confirm_prompt` becomes `ConfirmPrompt`, like `confirm`.
 * @param identity Source of the names, such as the resource URI, if the wire name contains no letters or digits.
 */
export function createNames(kind: NamedKind, name: string, identity: string): Names {
  const words = usableWords(name, identity);
  const stem = toPascalCase(words);
  const full = toTypeName(stem, kind);
  const names = { ...nameHandler(full), fileName: toFileName(words, kind) };
  const repeats = words.length > 1 && words.at(-1)?.toLowerCase() === kind.toLowerCase() && full === stem + kind;
  return repeats && !isTaken(stem) ? { ...names, ...nameHandler(stem), former: nameHandler(full) } : names;
}

/** Returns longer names for an entry (`ConfirmPromptPrompt`), to be used if another entry has the shorter ones. */
export function lengthenNames({ former, ...names }: Names): Names {
  const { identifier, typeName } = names;
  return former === undefined ? names : { ...names, ...former, former: { identifier, typeName } };
}

function nameHandler(typeName: string): Pick<Names, 'identifier' | 'typeName'> {
  return { identifier: lowerFirst(typeName), typeName };
}

/**
 * Creates the names of a completion function.
 * @param owner Unique name of the prompt or template.
 */
export function createCompletionNames(owner: string, argument: string): FunctionNames {
  const words = [owner, argument].flatMap((name) => usableWords(name, name));
  return { identifier: `complete${toPascalCase(words)}`, fileName: shorten(words.join('-').toLowerCase()) };
}

/**
 * Creates the names of a function that lists the resources of a template.
 *
 * @param template Unique name of the template.
 */
export function createListNames(template: string): FunctionNames {
  const words = usableWords(template, template);
  return { identifier: `list${toPascalCase(words)}`, fileName: toFileName(words, 'Resource') };
}

function usableWords(name: string, identity: string): readonly string[] {
  const words = splitWords(name);
  return words.length > 0 ? words : [createHash('sha256').update(identity).digest('hex').slice(0, 8)];
}

/** Splits a name into words of ASCII letters and digits, at other characters and at case changes. */
export function splitWords(name: string): string[] {
  const ascii = /^[ -~]*$/u.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '');
  return ascii.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/gu) ?? [];
}

/** Joins words in PascalCase: `['get', 'URL', 'v2']` becomes `GetUrlV2`. */
export function toPascalCase(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');
}

function toTypeName(stem: string, kind: NamedKind): string {
  if (/^\d/u.test(stem)) return kind + stem;
  return kind === 'Tool' && !isTaken(stem) && !isGlobalName(nameTypes(stem).result) ? stem : stem + kind;
}

function isTaken(typeName: string): boolean {
  return isGlobalName(typeName) || isReservedWord(lowerFirst(typeName));
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Device names reserved by Windows, with any extension. */
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)$/u;

const maxFileNameLength = 80;

function toFileName(words: readonly string[], kind: NamedKind): string {
  const name = words.join('-').toLowerCase();
  return deviceNames.test(name) ? `${name}-${kind.toLowerCase()}` : shorten(name);
}

function shorten(name: string): string {
  if (name.length <= maxFileNameLength) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, maxFileNameLength - 9).replace(/-$/u, '')}-${hash}`;
}

/** Whether a word is not allowed as a variable name in a module. */
export function isReservedWord(name: string): boolean {
  return reservedWords.has(name);
}

/** Whether a type name would shadow a global type or a type that generated files import. */
export function isGlobalName(name: string): boolean {
  return globalNames.has(name);
}

const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments as async await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for from function get if implements import in instanceof interface let new null of package ' +
    'private protected public return set static super switch this throw true try type typeof undefined var void while ' +
    'with yield'
  ).split(' '),
);

/** Fixed list, so that generated names do not depend on the Node version. */
const globalNames: ReadonlySet<string> = new Set(
  // Values and types of ECMAScript
  (
    'AggregateError Array ArrayBuffer AsyncGenerator AsyncGeneratorFunction AsyncIterable AsyncIterator Atomics ' +
    'BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float32Array ' +
    'Float64Array Function Generator GeneratorFunction Infinity Int16Array Int32Array Int8Array Intl Iterable ' +
    'IterableIterator Iterator JSON Map Math NaN Number Object Promise PromiseLike Proxy RangeError ReferenceError ' +
    'Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array ' +
    'Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet ' +
    // Utility types of TypeScript
    'Any ArrayLike Awaited Capitalize ConstructorParameters Exclude Extract InstanceType Lowercase NoInfer ' +
    'NonNullable Omit Parameters Partial Pick PropertyDescriptor PropertyKey Readonly ReadonlyArray ReadonlyMap ' +
    'ReadonlySet Record Required ReturnType TemplateStringsArray ThisType Uncapitalize Uppercase ' +
    // Platform
    'AbortController AbortSignal Blob Buffer Event EventTarget File FormData Headers NodeJS Request Response ' +
    'TextDecoder TextEncoder URL URLSearchParams WebSocket Worker ' +
    // Names in generated files
    'AnyOutput AppOf CompleteWithApi CompletionHandler ElicitResult ForwardingHandler ForwardToApi Handlers NoElicitations PlaceholderValue PromptHandler ResourceHandler ResourceListHandler ' +
    'ResourceTemplateHandler ' +
    'ServerApp ServerDefinition StartOptions Tool ToolHandler ToolHandlerResult UrlElicitResult Validator WithBigints'
  ).split(' '),
);
