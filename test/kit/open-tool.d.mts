/** A tool from the npm registry that needs a newer Node than this package does, and that Node. */
export interface Tool {
  /** The program that is Node. */
  readonly node: string;
  /** What the tool may write to. */
  readonly folder: string;
  /** Folder of the tool's package. */
  readonly root: string;
}

/**
 * Installs a tool on first use into a folder below the system's temporary folder, which later runs use too.
 *
 * @param name package with its scope
 * @param version exactly one
 * @throws Error when npm cannot install it, twice
 */
export function openTool(name: string, version: string): Promise<Tool>;
