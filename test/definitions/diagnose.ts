import { makeFolder } from '../kit/make-folder.js';
import { formatDiagnostics, sortDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { readDefinitions, type CheckedWorkspace } from '../../generator/pipeline/read/read-definitions.js';

/** Definition files by their path below the project root; a plain string is the one definition. */
export type Files = string | { readonly [file: string]: string | Uint8Array };

/** Reads definitions from a temporary project. */
export async function read(files: Files): Promise<CheckedWorkspace> {
  const root = makeFolder(typeof files === 'string' ? { 'definitions/server.mcp.yaml': files } : files);
  return readDefinitions(root, 'definitions', new Map());
}

/** The diagnostics of definitions as `code line:column`, in the order in which they are printed. */
export async function diagnose(files: Files): Promise<readonly string[]> {
  const { diagnostics } = await read(files);
  return sortDiagnostics(diagnostics).map(({ code, location }) =>
    location ? `${code} ${location.line}:${location.column}` : code,
  );
}

/** The diagnostics as the user sees them. */
export async function print(files: Files): Promise<string> {
  const { diagnostics, workspace } = await read(files);
  const texts = [...workspace.files].flatMap(([file, loaded]) =>
    loaded.status === 'read' ? [[file, loaded.text] as const] : [],
  );
  return formatDiagnostics(diagnostics, new Map(texts), { color: false });
}
