import path from 'node:path';
import { formatDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { listTexts } from '../../generator/feature-kit/load/workspace.js';
import type { Model } from '../../generator/core/model/model.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';
import { makeFolder } from '../kit/make-folder.js';

/**
 * Reads the definitions of a folder of the repository.
 *
 * @throws Error with the diagnostics when there are errors.
 */
export async function readModel(folder: string): Promise<Model> {
  const absolute = path.resolve(import.meta.dirname, '../..', folder);
  return read(path.dirname(absolute), path.basename(absolute));
}

/** Reads a definition, with further files next to it. Functions that it names need not exist. */
export function parseModel(text: string, files: { readonly [file: string]: string } = {}): Promise<Model> {
  const file = text.startsWith('{') ? 'server.mcp.json' : 'server.mcp.yaml';
  return read(makeFolder({ ...files, [`definitions/${file}`]: text }), 'definitions');
}

async function read(root: string, folder: string): Promise<Model> {
  const { resolved, diagnostics, workspace } = await readDefinitions(root, folder, new Map(), { assumeModules: true });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(formatDiagnostics(errors, listTexts(workspace), { color: false }));
  return resolved.model;
}
