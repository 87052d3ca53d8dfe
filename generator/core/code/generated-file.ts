/** A file that the generator makes, before anything is written. */
export interface GeneratedFile {
  /** Relative to the folder it belongs to, with forward slashes. */
  readonly path: string;
  readonly content: string;
}

/** A file that becomes the user's as soon as it is written. */
export interface StubFile extends GeneratedFile {
  /** Works as first written, so that it is never listed as left to implement. */
  readonly complete?: true;
  /** Name of the tool whose script the stub shows: as long as the stub is as first written, it follows the script. */
  readonly scriptOf?: string;
  /** New names by the names that an earlier version wrote into the stub. */
  readonly renames?: ReadonlyMap<string, string>;
}

/** The file with a content; none without. */
export function generatedFile(path: string, content: string | undefined): readonly GeneratedFile[] {
  return content === undefined ? [] : [{ path, content }];
}
