import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { sortDiagnostics } from '../diagnostics/format-diagnostics.js';

/**
 * Diagnostics as commands that GitHub Actions turns into annotations of a pull request, one a line.
 *
 * @param prefix Path from the root of the repository to that of the project, with a slash at its end; may be empty.
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function formatAnnotations(diagnostics: readonly Diagnostic[], prefix = ''): string {
  return sortDiagnostics(diagnostics)
    .map((diagnostic) => `${formatOne(diagnostic, prefix)}\n`)
    .join('');
}

function formatOne({ severity, code, message, help, location }: Diagnostic, prefix: string): string {
  const properties = {
    ...(location && {
      file: prefix + location.file,
      line: location.line,
      col: location.column,
      endColumn: location.column + location.length,
    }),
    title: code,
  };
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${severity} ${listed.join(',')}::${escapeData(help === undefined ? message : `${message}\n${help}`)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
