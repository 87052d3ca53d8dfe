import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** npm package whose code a bundle of this package contains. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier, one of {@link acceptedLicenses}. */
  readonly license: string;
  /** Content of the license file, and the notices of packages that this package contains itself. */
  readonly text: string;
}

/** Licenses that require only that copies include their text, as `THIRD-PARTY-LICENSES.txt` does. */
const acceptedLicenses: readonly string[] = ['0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

/**
 * Lists the packages that bundled files belong to, unique by name and version.
 * @param inputs Bundled files, relative to the root.
 * @throws {Error} if a package has no license file, or a license that is not one of {@link acceptedLicenses}.
 */
export function listBundledPackages(root: string, inputs: readonly string[]): readonly BundledPackage[] {
  const found = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(file) ?? []);
  const packages = [...new Set(found)].map((folder) => readPackage(path.join(root, folder)));
  const byLabel = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  return [...byLabel].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly [field in 'name' | 'version' | 'license']: string;
  };
  if (!acceptedLicenses.includes(license)) {
    const accepted = acceptedLicenses.join(', ');
    throw new Error(
      `${name} ${version} would be bundled, but its license ${JSON.stringify(license)} is not one of ${accepted}. Read the license, then add it to acceptedLicenses or use another package.`,
    );
  }
  const read = (pattern: RegExp): string => {
    const file = readdirSync(folder).find((entry) => pattern.test(entry));
    return file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8').trim();
  };
  const text = read(/^licen[cs]e/iu);
  if (text === '') throw new Error(`${name} ${version} would be bundled, but it has no license file.`);
  return { name, version, license, text: `${text}\n\n${read(/^third-party-notices/iu)}`.trim() };
}
