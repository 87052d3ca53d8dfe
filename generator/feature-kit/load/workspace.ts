import type { Parts } from '../../core/model/part-key.js';
import type { SourceNode } from '../../core/source/source-node.js';
import type { FunctionState } from './find-function.js';
import type { LoadedFile } from './read-file.js';

/** All definitions of a project and the files that they refer to. Later stages do not read from disk. */
export interface Workspace {
  /** Folder that references must stay within, relative to the project root. */
  readonly folder: string;
  /** Sorted paths of the definition files. */
  readonly definitions: readonly string[];
  /** Sorted paths of standalone OpenAPI documents (`*.openapi.yaml`, `*.openapi.json`). */
  readonly documents: readonly string[];
  /** All requested files, by URL or by path relative to the project root with forward slashes. */
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** Functions that definitions refer to, by `<module path relative to the project root>#<name>`. */
  readonly functions: ReadonlyMap<string, FunctionState>;
  /** Paths of all YAML and JSON files in the folder; definitions and documents come first. */
  readonly found: readonly string[];
  /** Results of features' file searches. */
  readonly parts?: Parts;
}

/** Returns the tree of a file; `undefined` if the file was not read or has no tree. */
export function rootOf(workspace: Workspace, file: string): SourceNode | undefined {
  const loaded = workspace.files.get(file);
  return loaded?.status === 'read' ? loaded.root : undefined;
}

/** Lists the contents of all files that were read, by path. */
export function listTexts(workspace: Workspace): ReadonlyMap<string, string> {
  return new Map(
    [...workspace.files].flatMap(([file, loaded]) => (loaded.status === 'read' ? [[file, loaded.text] as const] : [])),
  );
}
