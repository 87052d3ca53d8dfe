/** A generated file before it is written. */
export interface GeneratedFile {
  /** Path relative to the folder that the file belongs to, with forward slashes. */
  readonly path: string;
  readonly content: string;
}

/** A generated file that belongs to the user once it is written. */
export interface StubFile extends GeneratedFile {
  /** Whether the stub works as generated and is therefore never listed as unimplemented. */
  readonly complete?: true;
  /** Name of the tool whose script the stub quotes. An unmodified stub is updated with the script. */
  readonly scriptOf?: string;
  /** Current names, by the names that an earlier version wrote into the stub. */
  readonly renames?: ReadonlyMap<string, string>;
}

/** Returns the file in a list, or `[]` if it has no content. */
export function generatedFile(path: string, content: string | undefined): readonly GeneratedFile[] {
  return content === undefined ? [] : [{ path, content }];
}
