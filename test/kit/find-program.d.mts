/** A program that tests need and that no npm package brings. */
export interface Program {
  /** Names that it may have, the preferred one first. */
  readonly names: readonly string[];
  /** Package of Debian that contains one of them. */
  readonly debianPackage: string;
}

/** Returns the file of the first name that a folder of `PATH` contains, `undefined` when there is none. */
export function findProgram(names: readonly string[]): string | undefined;

/**
 * Returns the file of the program, which is installed from Debian's packages where it is missing.
 *
 * @throws Error with the command that installs it, when it is missing and cannot be installed.
 */
export function findOrInstall(program: Program): string;
