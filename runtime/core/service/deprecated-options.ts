import { formatReport, type Report } from './report.js';

/** Old names of options of a server. */
export interface DeprecatedOptions {
  /** @deprecated Use `shutdownTimeoutMs`. Removed in 0.5. */
  readonly drainMs?: number;
  /** @deprecated Use `sequential`. Removed in 0.5. */
  readonly ordered?: boolean;
}

/** Old names of options of a server over HTTP. */
export interface DeprecatedHttpOptions {
  /** @deprecated Use `shutdownDelayMs`. Removed in 0.5. */
  readonly drainDelayMs?: number;
  /** @deprecated Use `legacySse`. Removed in 0.5. */
  readonly sse?: boolean;
}

/** Options of which some may have old names. */
interface RenamedOptions extends DeprecatedOptions {
  readonly http?: DeprecatedHttpOptions;
}

const newNames = { drainMs: 'shutdownTimeoutMs', ordered: 'sequential' };
const newHttpNames = { drainDelayMs: 'shutdownDelayMs', sse: 'legacySse' };

/**
 * Gives options their new names, and reports each old one.
 *
 * @throws TypeError for an option that has different values under its old name and its new one.
 */
export function renameOptions<Options extends RenamedOptions>(options: Options, report: Report): Options {
  const { http, ...own } = options;
  return {
    ...rename(own, newNames, '', report),
    ...(http === undefined ? {} : { http: rename(http, newHttpNames, 'http.', report) }),
  } as unknown as Options;
}

function rename(
  options: object,
  names: { readonly [old: string]: string },
  prefix: string,
  report: Report,
): { readonly [name: string]: unknown } {
  const renamed: { [name: string]: unknown } = { ...options };
  for (const [old, name] of Object.entries(names)) {
    const value = renamed[old];
    delete renamed[old];
    if (value === undefined) continue;
    if (renamed[name] !== undefined && renamed[name] !== value) {
      throw new TypeError(`Option "${prefix}${old}" is the old name of "${prefix}${name}", which has another value`);
    }
    renamed[name] = value;
    const advice = `Option "${prefix}${old}" is deprecated: use "${prefix}${name}". The old name is removed in 0.5.`;
    report(formatReport('START', advice, 'WARNING'));
  }
  return renamed;
}
