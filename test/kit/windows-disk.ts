import type * as fs from 'node:fs';
import { createRequire } from 'node:module';
import type * as path from 'node:path';

/*
 * Replaces modules of Node so that code runs as on Windows: `C:\tmp\x` is the folder `/tmp/x` of this machine. In a test:
 *
 *     vi.mock('node:path', async () => (await import('../kit/windows-disk.js')).windowsPath);
 */

const load = createRequire(import.meta.url);

/** The modules of this machine, also where a test replaces them. */
export const actual = {
  fs: load('node:fs') as typeof fs,
  path: load('node:path') as typeof path,
};

const { win32 } = actual.path;

/** `node:path`, as it is on Windows. */
export const windowsPath = { ...win32, default: win32 };

/** The path on this machine of a path of Windows. */
export function toLocal<T>(path: T): T | string {
  return typeof path === 'string' ? path.replace(/^C:(?=[\\/])/u, '').replaceAll('\\', '/') : path;
}

/** The path of Windows for an absolute path on this machine. */
export function toWindows(path: string): string {
  return `C:${path.replaceAll('/', '\\')}`;
}

/** Functions whose second argument is a path. */
const movers = /^(?:rename|link|copyFile|cp)(?:Sync)?$/u;

type Call = (...given: unknown[]) => unknown;

/** A module of files that takes and gives paths of Windows. */
function onWindows<Module extends object>(module: Module): Module & { readonly default: Module } {
  const members = Object.entries(module).map(([name, member]: readonly [string, unknown]) => {
    const isCall = typeof member === 'function' && /^[a-z]/u.test(name);
    return [name, isCall ? translate(name, member as Call) : member] as const;
  });
  const translated = Object.fromEntries(members) as Module;
  return { ...translated, default: translated };
}

function translate(name: string, call: Call): Call {
  const give = (result: unknown): unknown =>
    name.startsWith('realpath') && typeof result === 'string' ? toWindows(result) : result;
  const translated: Call = (first, second, ...rest) => {
    try {
      const result = call(toLocal(first), movers.test(name) ? toLocal(second) : second, ...rest);
      return result instanceof Promise
        ? result.then(give, (error: unknown) => Promise.reject(tell(error)))
        : give(result);
    } catch (error) {
      throw tell(error);
    }
  };
  return Object.assign(translated, call);
}

/** An error of the system with paths of Windows. */
function tell(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  for (const field of ['path', 'dest'] as const) {
    const path: unknown = Reflect.get(error, field);
    if (typeof path === 'string') Reflect.set(error, field, toWindows(path));
  }
  return error;
}

/** `node:fs`, as it is on Windows. */
export const windowsFs = onWindows(actual.fs);

/** `node:fs/promises`, as it is on Windows. */
export const windowsPromises = onWindows(actual.fs.promises);
