import type { Readable, Writable } from 'node:stream';
import type { HttpOptions } from '../http/http-options.js';
import type { DeprecatedOptions } from '../../core/service/deprecated-options.js';
import { checkOptions, isCount, isStrings, type OptionRule } from '../../core/service/check-options.js';
import type { ServiceOptions } from '../../core/service/service.js';

/** Options of a server. */
export interface StartOptions extends ServiceOptions, DeprecatedOptions {
  /** Stream that messages are read from. Default: stdin. */
  readonly input?: Readable;
  /** Stream that messages are written to. Default: stdout, to which nothing else is then written. */
  readonly output?: Writable;
  /** Maximum number of bytes of one message. Default: 16 MiB. */
  readonly maxMessageBytes?: number;
  /** Serves the requests of a client sequentially. Default: `false`, concurrently. */
  readonly sequential?: boolean;
  /** Timeout of running requests when the server stops, in milliseconds. Default: 10 000. */
  readonly shutdownTimeoutMs?: number;
  /** HTTP options. They do not enable HTTP; `--http` does. */
  readonly http?: HttpOptions;
}

/** Rules of the options. Streams are recognized by their methods. */
const rules: readonly OptionRule[] = [
  ['input', 'a readable stream', (value) => hasMethods(value, ['on', 'read'])],
  ['output', 'a writable stream', (value) => hasMethods(value, ['on', 'write'])],
  ['name version title mode', 'a string', (value) => typeof value === 'string'],
  ['pageSize pageBytes callsPerSecond maxMessageBytes', 'a positive integer', isCount],
  ['toolsets tools stateKeys', 'an array of strings', isStrings],
  ['sequential maskErrors warnings readOnly', 'a boolean', (value) => typeof value === 'boolean'],
  ['taskStore', 'a task store', (value) => hasMethods(value, ['add', 'read', 'replace'])],
  ['http log', 'an object', (value) => typeof value === 'object' && value !== null],
  ['shutdownTimeoutMs', 'a number of milliseconds', (value) => Number.isFinite(value) && Number(value) >= 0],
];

/** @throws TypeError that names the first unknown or invalid option. */
export function checkStartOptions(options: StartOptions): void {
  checkOptions(options, rules);
}

/** Whether any option, or the mode, can have a deprecated name. */
export function hasOldNames({ http, ...options }: StartOptions = {}): boolean {
  return /drain|ordered|sse|direct/u.test([...Object.keys({ ...http, ...options }), options.mode].join());
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  const object = value as { readonly [method: string]: unknown } | null;
  return names.every((name) => typeof object?.[name] === 'function');
}
