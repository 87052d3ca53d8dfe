import path from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { findDefinitions } from '../../feature-kit/load/find-definitions.js';
import { readFileInside } from '../../feature-kit/load/read-file.js';
import { isScheme } from '../../core/source/references.js';
import { hashContent } from '../../pipeline/write/hash-content.js';
import { readManifest } from '../../pipeline/write/manifest.js';

/** Maximum number of files named in the warning. */
const maxNamed = 5;

/**
 * Warns of definitions and referenced files that changed since the last `generate`. Compares hashes without parsing,
 * and ignores remote files and files in folders allowed with `--allow-folder`. Returns `[]` if there is no readable
 * manifest.
 */
export async function findChangedInputs(project: {
  readonly root: string;
  /** Definitions folder, relative to the root like `out`. */
  readonly definitions: string;
  readonly out: string;
}): Promise<readonly Diagnostic[]> {
  const { root, definitions, out } = project;
  const inputs = (await readManifest(root, out).catch(() => undefined))?.inputs;
  if (!inputs) return [];
  const { files } = await findDefinitions(root, definitions);
  const changed = files.filter((file) => !inputs.has(file));
  const folders = [path.join(root, definitions)];
  for (const [file, hash] of inputs) {
    if (isScheme(file)) continue;
    const loaded = await readFileInside(root, folders, file).catch(() => undefined);
    if (loaded?.status === 'missing' || (loaded?.status === 'read' && hashContent(loaded.text) !== hash))
      changed.push(file);
  }
  if (changed.length === 0) return [];
  const named = changed.toSorted().slice(0, maxNamed).join(', ');
  const rest = changed.length > maxNamed ? ` and ${changed.length - maxNamed} more` : '';
  const message = `The server still has the previous contract, because these files changed after the last \`generate\`: ${named}${rest}.`;
  const help = 'Run `create-mcp-from-schema generate`, then build again.';
  return [createDiagnostic('changed-definition', undefined, message, { help })];
}
