/** Name of the package that is Node for this system, without a script that would download it. */
export const nodePackage: string;

/** Path of Node in {@link nodePackage}. */
export const nodeFile: string;

/**
 * Installs packages from the npm registry on first use into a folder below the system's temporary folder, which later
 * runs use too.
 *
 * @param name name of the folder: it says which packages in which versions it has
 * @param packages packages, each with its exact version
 * @param options more options of `npm install`
 * @returns absolute path of the folder
 * @throws Error when npm cannot install them, twice
 */
export function installPackages(
  name: string,
  packages: readonly string[],
  options?: readonly string[],
): Promise<string>;
