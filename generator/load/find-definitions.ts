import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** Definitions and OpenAPI documents of a folder. */
export interface FoundFiles {
  /** Paths, sorted. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const definitionSuffix = /\.mcp\.(ya?ml|json)$/u;
const documentSuffix = /\.openapi\.(ya?ml|json)$/u;
const toolsListSuffix = /\.tools\.json$/u;
const scriptSuffix = /\.bas$/iu;
const descriptorSuffix = /\.botserver\.json$/u;

/** The names of definitions and documents, for people. */
export const definitionPatterns =
  '*.mcp.yaml, *.mcp.json, *.openapi.yaml, *.openapi.json, *.tools.json, *.bas, *.botserver.json';

/** Whether a file is a definition by its name. */
export function isDefinition(file: string): boolean {
  return definitionSuffix.test(file) || isToolsList(file) || isBotserverTool(file);
}

/** Whether a file is a saved answer to `tools/list` by its name. */
export function isToolsList(file: string): boolean {
  return toolsListSuffix.test(file);
}

/** Whether a file is a script of BotServer by its name. */
export function isScript(file: string): boolean {
  return scriptSuffix.test(file);
}

/** Whether a file is a tool in BotServer's MCP format by its name. */
export function isDescriptor(file: string): boolean {
  return descriptorSuffix.test(file);
}

/** Whether a definition is one tool of BotServer. */
export function isBotserverTool(file: string): boolean {
  return isScript(file) || isDescriptor(file);
}

/** Whether a file is an OpenAPI document by its name. */
export function isDocument(file: string): boolean {
  return documentSuffix.test(file);
}

/**
 * Definition files and OpenAPI documents below a folder. Links to folders are not followed.
 *
 * @param root Absolute path of the project.
 * @param folder Relative to the root, as the paths that are found are.
 */
export async function findDefinitions(root: string, folder: string): Promise<FoundFiles> {
  const { files, diagnostics } = await findBelow(path.join(root, folder), '');
  return { files: files.map((file) => path.posix.join(toPosix(folder), file)), diagnostics };
}

async function findBelow(folder: string, below: string): Promise<FoundFiles> {
  let entries: Dirent[];
  try {
    entries = await readdir(path.join(folder, below), { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && below === '') return { files: [], diagnostics: [] };
    const message = `The folder ${path.posix.join(path.basename(folder), below)} cannot be read (${code}).`;
    return { files: [], diagnostics: [createDiagnostic('unreadable-file', undefined, message)] };
  }
  const found = await Promise.all(
    entries.map(async (entry): Promise<FoundFiles> => {
      const name = path.posix.join(below, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return { files: [], diagnostics: [] };
      if (entry.isDirectory()) return findBelow(folder, name);
      return { files: isDefinition(name) || isDocument(name) ? [name] : [], diagnostics: [] };
    }),
  );
  return {
    files: found.flatMap(({ files }) => files).toSorted(),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  };
}

function toPosix(file: string): string {
  return file.split(path.sep).join('/');
}
