import type { Metafile } from 'esbuild';

/** Package that contains a file: its folder and its name in `node_modules`. */
export interface FilePackage {
  readonly folder: string;
  readonly name: string;
}

/** This package is always bundled. */
const thisPackage = 'create-mcp-from-schema';

/** Returns the package that contains a bundled file; `undefined` for files of the project and of this package. */
export function packageOf(file: string): FilePackage | undefined {
  const [, folder, name] = /^(.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+))\//u.exec(file) ?? [];
  return folder === undefined || name === undefined || name === thisPackage ? undefined : { folder, name };
}

/** Lists the bundled project files, relative to the project root, without installed packages. */
export function listProjectFiles({ inputs }: Metafile): readonly string[] {
  return Object.keys(inputs).filter((file) => !/(?:^|\/)node_modules\//u.test(file));
}

/** Returns the package name of an import specifier: `pg` for `pg/lib/client`. */
export function packageNameOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? specifier;
}
