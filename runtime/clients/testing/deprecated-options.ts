import { renameMembers } from '../../core/service/deprecated-options.js';
import type { JsonObject } from '../../wire/json.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { MissingCapability } from './play-call.js';
import type { ResponseScript } from './script-responses.js';

/** Old names of options of tests. */
interface DeprecatedTestOptions {
  /** @deprecated Use `responses`. Removed in 0.5. */
  readonly answers?: ResponseScript;
  /** @deprecated Use `withoutCapabilities`. Removed in 0.5. */
  readonly without?: readonly MissingCapability[];
}

/** Old names of options of `openTestServer`. */
export interface DeprecatedOpenOptions extends DeprecatedTestOptions {
  /** @deprecated Use `protocolVersion`. Removed in 0.5. */
  readonly revision?: ProtocolVersion;
}

/** Old names of options of `compareProtocolVersions`. */
export interface DeprecatedCompareOptions extends DeprecatedTestOptions {
  /** @deprecated Use `normalize`. Removed in 0.5. */
  readonly normalise?: (result: JsonObject) => unknown;
}

type OldName = keyof DeprecatedOpenOptions | keyof DeprecatedCompareOptions;

/** New names of options by the old ones. */
const newNames: { readonly [old in OldName]: string } = {
  answers: 'responses',
  without: 'withoutCapabilities',
  revision: 'protocolVersion',
  normalise: 'normalize',
};

/** The part of `process` of Node that writes warnings. */
interface Process {
  emitWarning?(warning: string, options: { readonly type: string; readonly code: string }): void;
}

const reported = new Set<string>();

/**
 * Gives the options of a test their new names, and warns of each old one once per process.
 *
 * @throws TypeError for an option that is given under both names.
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
