import { renameMembers } from '../../core/service/deprecated-options.js';
import type { JsonObject } from '../../wire/json.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { MissingCapability } from './play-call.js';
import type { ResponseScript } from './script-responses.js';

/** Old names of test options. */
interface DeprecatedTestOptions {
  /** @deprecated Use `responses`. Removed in 0.5. */
  readonly answers?: ResponseScript;
  /** @deprecated Use `withoutCapabilities`. Removed in 0.5. */
  readonly without?: readonly MissingCapability[];
}

/** Old names of `openTestServer` options. */
export interface DeprecatedOpenOptions extends DeprecatedTestOptions {
  /** @deprecated Use `protocolVersion`. Removed in 0.5. */
  readonly revision?: ProtocolVersion;
}

/** Old names of `compareProtocolVersions` options. */
export interface DeprecatedCompareOptions extends DeprecatedTestOptions {
  /** @deprecated Use `normalize`. Removed in 0.5. */
  readonly normalise?: (result: JsonObject) => unknown;
}

type OldName = keyof DeprecatedOpenOptions | keyof DeprecatedCompareOptions;

/** New names of options, by old name. */
const newNames: { readonly [old in OldName]: string } = {
  answers: 'responses',
  without: 'withoutCapabilities',
  revision: 'protocolVersion',
  normalise: 'normalize',
};

/** The part of Node's `process` that writes warnings. */
interface Process {
  emitWarning?(warning: string, options: { readonly type: string; readonly code: string }): void;
}

const reported = new Set<string>();

/**
 * Renames old test options, and warns about each old name once per process.
 *
 * @throws TypeError for an option that is set under both names.
 */
export function renameTestOptions<Options extends DeprecatedTestOptions>(options: Options): Omit<Options, OldName> {
  return renameMembers(options, newNames, '', warnOnce) as Omit<Options, OldName>;
}

function warnOnce(old: string, advice: string): void {
  if (reported.has(old)) return;
  reported.add(old);
  const { process } = globalThis as { readonly process?: Process };
  process?.emitWarning?.(advice, { type: 'DeprecationWarning', code: 'MCP_TEST_OPTION' });
}
