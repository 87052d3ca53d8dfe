import type { Readable, Writable } from 'node:stream';
import type { HttpOptions } from '../http/http-options.js';
import type { ServiceOptions } from '../service/service.js';

/** Options of a server. */
export interface StartOptions extends ServiceOptions {
  /** Stream that messages are read from. Default: standard input. */
  readonly input?: Readable;
  /** Stream that messages are written to. Default: standard output, which then carries nothing else. */
  readonly output?: Writable;
  /** Most bytes of one message. Default: 16 MiB. */
  readonly maxMessageBytes?: number;
  /** Serves the requests of a client one after the other. Default: `false`, at the same time. */
  readonly ordered?: boolean;
  /** Milliseconds that running requests may take when the server stops. Default: 10 000. */
  readonly drainMs?: number;
  /** Options of HTTP. They do not start HTTP: `--http` does. */
  readonly http?: HttpOptions;
}

type Check = (value: unknown) => boolean;

const string: Check = (value) => typeof value === 'string';
const boolean: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const strings: Check = (value) => Array.isArray(value) && value.every(string);

/** Type checks of the options, with the end of their error messages. Streams are recognized by their methods. */
const rules: readonly (readonly [names: string, expected: string, accepts: Check])[] = [
  ['input', 'a readable stream', (value) => hasMethods(value, ['on', 'read'])],
  ['output', 'a writable stream', (value) => hasMethods(value, ['on', 'write'])],
  ['name version title', 'a string', string],
  ['pageSize callsPerSecond maxMessageBytes', 'a positive integer', count],
  ['toolsets tools stateKeys', 'an array of strings', strings],
  ['ordered maskErrors warnings', 'a boolean', boolean],
  ['taskStore', 'a task store', isTaskStore],
  ['http', 'an object', (value) => typeof value === 'object' && value !== null],
  ['drainMs', 'a number of milliseconds', (value) => Number.isFinite(value) && Number(value) >= 0],
];

/**
 * Checks the options. An option that is `undefined` counts as not given.
 *
 * @throws TypeError that names the first option that is unknown or has a value of the wrong type.
 */
export function checkStartOptions(options: StartOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = rules.find(([names]) => names.split(' ').includes(name));
    if (rule === undefined) {
      const known = rules.flatMap(([names]) => names.split(' ')).join(', ');
      throw new TypeError(`Unknown option "${name}"; known are ${known}`);
    }
    const [, expected, accepts] = rule;
    if (value !== undefined && !accepts(value)) throw new TypeError(`Option "${name}" must be ${expected}`);
  }
}

function isTaskStore(value: unknown): boolean {
  return hasMethods(value, ['add', 'read', 'replace']);
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  const object = value as { readonly [method: string]: unknown } | null;
  return names.every((name) => typeof object?.[name] === 'function');
}

/** Splits a list of names at commas and white space. */
export function splitNames(text = ''): readonly string[] {
  return text.match(/[^\s,]+/gu) ?? [];
}
