/** A generated file before it is written. */
export interface GeneratedFile {
  /** Path relative to its folder, with forward slashes. */
  readonly path: string;
  readonly content: string;
}

/** A file that belongs to the user once it is written. */
export interface StubFile extends GeneratedFile {
  /** Works as first written, so that it is never listed as unimplemented. */
  readonly complete?: true;
  /** Name of the tool whose script the stub shows. An unmodified stub is updated with the script. */
  readonly scriptOf?: string;
  /** Present names by the names that an earlier version wrote into the stub. */
  readonly renames?: ReadonlyMap<string, string>;
}

/** Returns the file, or none without content. */
export function generatedFile(path: string, content: string | undefined): readonly GeneratedFile[] {
  return content === undefined ? [] : [{ path, content }];
}
