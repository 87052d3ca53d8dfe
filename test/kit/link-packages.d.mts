/** Gives a project folder a `node_modules` with this package and all packages that this one has. */
export function linkPackages(folder: string): void;
