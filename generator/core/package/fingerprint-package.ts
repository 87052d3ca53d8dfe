import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { digestCode } from './digest-code.js';
import { findPackageRoot } from './find-package-root.js';
import { readInstalled } from './read-installed.js';

/**
 * Hashes everything that affects generated files, except the definitions: the generator code, the templates and the
 * versions of dependencies. The version number is not enough, because code in a checkout changes without a new version.
 */
export function fingerprintPackage(): string {
  cached ??= readFingerprint();
  return cached;
}

let cached: string | undefined;

function readFingerprint(): string {
  const root = findPackageRoot();
  const hash = createHash('sha256');
  const add = (name: string, content: string): void => {
    hash.update(`${name}\0${content.length}\0`).update(content);
  };
  add('code', digestCode());
  const packageText = readFileSync(path.join(root, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(packageText) as { readonly dependencies: object };
  add('package.json', packageText);
  for (const name of Object.keys(dependencies)) add(name, readInstalled(name, root));
  return hash.digest('hex');
}
