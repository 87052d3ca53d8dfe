import type { GivenMode } from './choose-mode.js';
import { formatReport, type Report } from './report.js';

/** Old names of server options. */
export interface DeprecatedOptions {
  /** @deprecated Use `shutdownTimeoutMs`. Removed in 0.5. */
  readonly drainMs?: number;
  /** @deprecated Use `sequential`. Removed in 0.5. */
  readonly ordered?: boolean;
}

/** Old names of HTTP options. */
export interface DeprecatedHttpOptions {
  /** @deprecated Use `shutdownDelayMs`. Removed in 0.5. */
  readonly drainDelayMs?: number;
  /** @deprecated Use `legacySse`. Removed in 0.5. */
  readonly sse?: boolean;
}

/** Options that may have old names. */
interface RenamedOptions extends DeprecatedOptions {
  readonly http?: DeprecatedHttpOptions;
  readonly mode?: GivenMode;
}

const newNames = { drainMs: 'shutdownTimeoutMs', ordered: 'sequential' };
const newHttpNames = { drainDelayMs: 'shutdownDelayMs', sse: 'legacySse' };

/**
 * Renames old options, and reports each old name.
 *
 * @throws TypeError for an option that has different values under its old and new names.
 */
export function renameOptions<Options extends RenamedOptions>(options: Options, report: Report): Options {
  const warn = (_old: string, advice: string): void => report(formatReport('START', advice, 'WARNING'));
  const renamed = renameMembers(options, newNames, '', warn);
  const { http } = options as { readonly http?: unknown };
  const isRenamed = typeof http === 'object' && http !== null;
  const mode = renameMode(options.mode);
  if (mode !== options.mode) warn('', deprecate('Mode "direct"', '"tools"'));
  return {
    ...renamed,
    ...(mode !== undefined && { mode }),
    ...(isRenamed && { http: renameMembers(http, newHttpNames, 'http.', warn) }),
  } as unknown as Options;
}

/** Replaces the former name of the mode `tools`. It works until 0.5. */
export function renameMode<Mode>(mode: Mode): Exclude<Mode, 'direct'> | 'tools' {
  return mode === 'direct' ? 'tools' : (mode as Exclude<Mode, 'direct'>);
}

function deprecate(old: string, name: string): string {
  return `${old} is deprecated: use ${name}. The old name will be removed in 0.5.`;
}

/**
 * Renames old members of an object.
 *
 * @param prefix Path of the object in messages.
 * @param warn Called for each old name, with a sentence for the user.
 * @throws TypeError for a member that has different values under its old and new names.
 */
export function renameMembers(
  options: object,
  names: { readonly [old: string]: string },
  prefix: string,
  warn: (old: string, advice: string) => void,
): { readonly [name: string]: unknown } {
  const renamed: { [name: string]: unknown } = { ...options };
  for (const [old, name] of Object.entries(names)) {
    const value = renamed[old];
    delete renamed[old];
    if (value === undefined) continue;
    if (renamed[name] !== undefined && renamed[name] !== value) {
      throw new TypeError(
        `Option "${prefix}${old}" is the old name of "${prefix}${name}", which is set to a different value`,
      );
    }
    renamed[name] = value;
    warn(old, deprecate(`Option "${prefix}${old}"`, `"${prefix}${name}"`));
  }
  return renamed;
}
