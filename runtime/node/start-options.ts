import type { Readable, Writable } from 'node:stream';
import type { HttpOptions } from '../http/http-options.js';
import type { ServiceOptions } from '../service/service.js';

/** How a server is served. */
export interface StartOptions extends ServiceOptions {
  /** Where messages come from. Default: standard input. */
  readonly input?: Readable;
  /** Where answers go. Default: standard output, which is then closed to everything else. */
  readonly output?: Writable;
  /** Bytes that one message may have. Default: 16 MiB. */
  readonly maxMessageBytes?: number;
  /** Requests are served one after the other. Default: side by side. */
  readonly ordered?: boolean;
  /** Milliseconds that running requests get when the server stops. Default: 10 000. */
  readonly drainMs?: number;
  /** What concerns HTTP alone; does not make the server speak it. */
  readonly http?: HttpOptions;
}

type Check = (value: unknown) => boolean;

const string: Check = (value) => typeof value === 'string';
const boolean: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const strings: Check = (value) => Array.isArray(value) && value.every(string);

/** What options must be, and how that is told. Streams are known by what they can do: importing their classes takes 0.3 ms. */
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
 * Checks options before anything is read or written. An option that is `undefined` counts as not given.
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
