import { diagnosticTable, type DiagnosticCode, type DiagnosticRule } from './diagnostic-table.js';
import type { Diagnostic, Help, RelatedLocation, SourceLocation } from './diagnostic.js';

/** Optional parts of a diagnostic. */
export interface DiagnosticDetails {
  readonly help?: Help | undefined;
  readonly related?: readonly RelatedLocation[];
  readonly isConsequence?: boolean | undefined;
}

/**
 * Creates a diagnostic with the severity of its code.
 *
 * @see docs/decisions/0001-user-errors-are-diagnostics-not-exceptions.md
 */
export function createDiagnostic(
  rule: DiagnosticCode | DiagnosticRule,
  location: SourceLocation | undefined,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  const { code, severity } = typeof rule === 'string' ? { code: rule, ...diagnosticTable[rule] } : rule;
  return {
    code,
    severity,
    message,
    ...(location && { location: withoutDocument(location) }),
    ...readHelp(details.help),
    ...(details.related && { related: details.related }),
    ...(details.isConsequence && { isConsequence: true }),
  };
}

function readHelp(help: Help | undefined): Pick<Diagnostic, 'help' | 'fix'> {
  if (help === undefined) return {};
  return typeof help === 'string' ? { help } : { help: help.text, ...(help.fix && { fix: help.fix }) };
}

function withoutDocument({ file, line, column, length }: SourceLocation): SourceLocation {
  return { file, line, column, length };
}

/** Turns warnings into errors for `--strict`. */
export function promoteWarnings(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, severity: 'error' }));
}

/** Whether the list contains an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Drops errors that are consequences of other errors, because they would blame correct files. */
export function withoutConsequences(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const causes = diagnostics.filter(({ isConsequence }) => !isConsequence);
  return hasErrors(causes) ? causes : diagnostics;
}

/** Drops duplicate diagnostics: parts that are checked twice report their problems twice. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byKey = new Map<string, Diagnostic>();
  for (const one of diagnostics) byKey.set(JSON.stringify([one.code, one.message, one.location]), one);
  return [...byKey.values()];
}
