import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly hasInstallScript?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const root = path.resolve(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: { readonly [folder: string]: LockedPackage };
};
const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '');

test('a clone needs at most 320 packages', () => {
  // Of those that are for some systems only, each system installs a few.
  const installed = locked.filter(([, { os, cpu }]) => os === undefined && cpu === undefined);
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.length).toBeLessThanOrEqual(320);
});

test('a clone needs no compiler', () => {
  const prebuilt = ['esbuild', 'msgpackr-extract'].map((name) => `node_modules/${name}`);
  const withScript = locked.filter(([, { hasInstallScript, os }]) => hasInstallScript === true && os === undefined);
  expect(withScript.map(([folder]) => folder)).toEqual(prebuilt);
});
