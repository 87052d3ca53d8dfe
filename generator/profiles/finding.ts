import type { ProfileRule } from '../diagnostics/profile-rules.js';

/** Something about a tool, or about all of them, that a client does not take. */
export interface Finding {
  readonly rule: ProfileRule;
  /** Name of the profile. */
  readonly profile: string;
  readonly severity: 'error' | 'warning';
  /** Where the rule is documented or was reported. */
  readonly source: string;
  /** Name of the tool; absent when it is about the server. */
  readonly tool?: string;
  /** Keys that lead to it: below the descriptor of the tool as it is sent, or below `server`. */
  readonly path: readonly string[];
  readonly message: string;
}
