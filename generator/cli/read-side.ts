import { hasErrors } from '../core/diagnostics/create-diagnostic.js';
import { formatDiagnostics } from '../core/diagnostics/format-diagnostics.js';
import type { DiffSide } from '../outputs/diff/diff-report.js';
import { listTexts } from '../feature-kit/load/workspace.js';
import { createLocator } from '../pipeline/read/locate-place.js';
import { readDefinitions } from '../pipeline/read/read-definitions.js';
import type { CliIo } from './cli-io.js';
import type { FoundSide } from './find-side.js';

/** Reads the definitions of a version to compare. If they have errors, prints them and returns `undefined`. */
export async function readSide(found: FoundSide, io: CliIo): Promise<DiffSide | undefined> {
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
  io.writeError(`The definitions of ${label} cannot be compared:\n\n`);
  io.writeError(formatDiagnostics(errors, listTexts(definitions.workspace), { color: io.color }));
  return undefined;
}
