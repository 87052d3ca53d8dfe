import type { Metafile } from 'esbuild';

/** Package of a file: its folder, and its name in `node_modules`. */
export interface FilePackage {
  readonly folder: string;
  readonly name: string;
}

/** This package is always bundled. */
const thisPackage = 'create-mcp-from-schema';

/** Package that a bundled file belongs to; `undefined` for files of the project and of this package. */
export function packageOf(file: string): FilePackage | undefined {
  const [, folder, name] = /^(.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+))\//u.exec(file) ?? [];
  return folder === undefined || name === undefined || name === thisPackage ? undefined : { folder, name };
}

/** Bundled files of the project, relative to its root, without installed packages. */
export function listProjectFiles({ inputs }: Metafile): readonly string[] {
  return Object.keys(inputs).filter((file) => !/(?:^|\/)node_modules\//u.test(file));
}

/** Name of the package that an import names: `pg` of `pg/lib/client`. */
export function packageNameOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? specifier;
}
