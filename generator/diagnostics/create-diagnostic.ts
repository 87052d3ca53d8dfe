import { catalogue, type DiagnosticCode } from './catalogue.js';
import type { Diagnostic, RelatedLocation, SourceLocation } from './diagnostic.js';

/** What a diagnostic may hold besides code, message and place. */
export interface DiagnosticDetails {
  readonly help?: string | undefined;
  readonly related?: readonly RelatedLocation[];
}

/** Makes a diagnostic with the severity that the catalogue gives its code. */
export function createDiagnostic(
  code: DiagnosticCode,
  location: SourceLocation | undefined,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  return {
    code,
    severity: catalogue[code].severity,
    message,
    ...(location && { location }),
    ...(details.help !== undefined && { help: details.help }),
    ...(details.related && { related: details.related }),
  };
}

/** The same diagnostics, warnings turned into errors (`--strict`). */
export function promoteWarnings(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, severity: 'error' }));
}

/** Whether any diagnostic forbids going on. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
