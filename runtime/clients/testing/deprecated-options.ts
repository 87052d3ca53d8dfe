import type { MissingCapability } from './play-call.js';
import type { ResponseScript } from './script-responses.js';

/** Old names of options of tests. */
export interface DeprecatedTestOptions {
  /** @deprecated Use `responses`. Removed in 0.5. */
  readonly answers?: ResponseScript;
  /** @deprecated Use `withoutCapabilities`. Removed in 0.5. */
  readonly without?: readonly MissingCapability[];
}

/** Options under their new names. */
interface TestOptions extends DeprecatedTestOptions {
  readonly responses?: ResponseScript;
  readonly withoutCapabilities?: readonly MissingCapability[];
}

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
export function renameTestOptions<Options extends TestOptions>({
  answers,
  without,
  ...options
}: Options): Omit<Options, keyof DeprecatedTestOptions> {
  return {
    ...options,
    ...rename('answers', 'responses', answers, options.responses),
    ...rename('without', 'withoutCapabilities', without, options.withoutCapabilities),
  };
}

function rename(old: string, name: string, value: unknown, renamed: unknown): object {
  if (value === undefined) return {};
  if (renamed !== undefined && renamed !== value) {
    throw new TypeError(`Option "${old}" is the old name of "${name}", which has another value`);
  }
  if (!reported.has(old)) {
    reported.add(old);
    const { process } = globalThis as { readonly process?: Process };
    const message = `Option "${old}" is deprecated: use "${name}". The old name is removed in 0.5.`;
    process?.emitWarning?.(message, { type: 'DeprecationWarning', code: 'MCP_TEST_OPTION' });
  }
  return { [name]: value };
}
