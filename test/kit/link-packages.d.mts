/**
 * Gives a project folder a `node_modules` with this package and all packages that this one has.
 *
 * @param self The folder of this package, or of a changed copy of it. Default: this repository.
 */
export function linkPackages(folder: string, self?: string): void;
