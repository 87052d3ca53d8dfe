import type { Parts } from '../../core/model/part-key.js';
import type { SourceNode } from '../../core/source/source-node.js';
import type { FunctionState } from './find-function.js';
import type { LoadedFile } from './read-file.js';

/** All definitions of a project and the files that they refer to. Later stages read nothing else from the disk. */
export interface Workspace {
  /** Folder that references must stay in, relative to the project root. */
  readonly folder: string;
  /** Paths of the definition files, sorted. */
  readonly definitions: readonly string[];
  /** Paths of the OpenAPI documents that stand on their own (`*.openapi.yaml`, `*.openapi.json`), sorted. */
  readonly documents: readonly string[];
  /** Every file that was asked for: by its path relative to the project root (forward slashes), or by its address. */
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** Functions that definitions bind handlers to: by `<path of the module from the project root>#<name>`. */
  readonly functions: ReadonlyMap<string, FunctionState>;
  /** Paths of the definitions and documents that the folder holds, then of its other YAML and JSON files. */
  readonly found: readonly string[];
  /** States of what features looked for. */
  readonly parts?: Parts;
}

/** The tree of a file; `undefined` when it was not read or has none. */
export function rootOf(workspace: Workspace, file: string): SourceNode | undefined {
  const loaded = workspace.files.get(file);
  return loaded?.status === 'read' ? loaded.root : undefined;
}

/** The texts of all files that were read, by path. */
export function listTexts(workspace: Workspace): ReadonlyMap<string, string> {
  return new Map(
    [...workspace.files].flatMap(([file, loaded]) => (loaded.status === 'read' ? [[file, loaded.text] as const] : [])),
  );
}
