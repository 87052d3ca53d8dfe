import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The licenses of the packages that went into a bundle, as a comment.
 *
 * @param inputs Files that were bundled, relative to the root.
 */
export function printLicenses(root: string, inputs: readonly string[]): string {
  const found = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(file) ?? []);
  const texts = [...new Set(found)].toSorted().map((folder) => describePackage(path.join(root, folder)));
  return `/*\nThe code in this folder contains the following packages.\n\n${texts.join('\n')}*/\n`;
}

function describePackage(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly [field in 'name' | 'version' | 'license']: string;
  };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry));
  const text = file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text.replaceAll('*/', '* /')}\n`;
}
