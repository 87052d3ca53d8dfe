import { hasErrors } from '../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import { formatDiagnostics, type SourceTexts } from '../core/diagnostics/format-diagnostics.js';
import type { DiffSide } from '../outputs/diff/diff-report.js';
import { listTexts } from '../feature-kit/load/workspace.js';
import { createLocator } from '../pipeline/read/locate-place.js';
import { readDefinitions } from '../pipeline/read/read-definitions.js';
import type { CliIo } from './cli-io.js';
import type { FoundSide } from './find-side.js';

/** Prints the errors of definitions that cannot be compared. */
type PrintErrors = (errors: readonly Diagnostic[], sources: SourceTexts, label: string) => void;

/**
 * Reads the definitions of a version to compare. If they have errors, prints them and returns `undefined`.
 *
 * @param print Default: prints text to stderr.
 */
export async function readSide(
  found: FoundSide,
  io: CliIo,
  print: PrintErrors = (errors, sources, label) => {
    io.writeError(`Cannot compare ${label}: its definitions have errors.\n\n`);
    io.writeError(formatDiagnostics(errors, sources, { color: io.color }));
  },
): Promise<DiffSide | undefined> {
  const { label, root, shownRoot, folder, only } = found;
  const options = { assumeModules: true, ...(only !== undefined && { only }) };
  const definitions = await readDefinitions(root, folder, new Map(), options);
  // One of several files might not contain `server`.
  const errors = definitions.diagnostics.filter(
    ({ code, severity }) => severity === 'error' && (only === undefined || code !== 'missing-server'),
  );
  if (!hasErrors(errors)) {
    const locate = createLocator(definitions, shownRoot);
    return { label, model: definitions.resolved.model, locate };
  }
  print(errors, listTexts(definitions.workspace), label);
  return undefined;
}
