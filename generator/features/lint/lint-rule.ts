import type { DiagnosticRule } from '../../core/diagnostics/diagnostic-table.js';
import type { Place } from '../../core/model/place.js';
import type { LintedServer } from './linted-server.js';

/** Defect that a rule finds. */
export interface LintFinding {
  /** Name of the tool or prompt, or URI of the resource or template; absent for the server. */
  readonly entry?: string;
  readonly place: Place;
  readonly message: string;
  readonly help?: string;
  /** Replacement for the text at the place. */
  readonly suggestion?: string;
  /** Place that the message compares with. */
  readonly other?: { readonly message: string; readonly place: Place };
}

/** Rule about the texts of a server. */
export interface LintRule {
  readonly diagnostic: DiagnosticRule;
  /** Whether findings are certain enough to be reported without `--lint`. */
  readonly isCertain?: true;
  readonly find: (server: LintedServer) => readonly LintFinding[];
}
