import type { Message, Metafile } from 'esbuild';
import { packageNameOf, packageOf } from './file-package.js';
import type { BundleCheck } from './check-bundleable.js';

/** Plan for the packages that a server imports: which are bundled, and which are installed next to the bundle. */
export interface PackagePlan {
  /** Packages that stay outside of the bundle, each with its reason. */
  readonly outside: ReadonlyMap<string, string>;
  /** Modules that bundled packages import and that are not installed: optional ones, whose import fails when it is reached. */
  readonly missing: ReadonlySet<string>;
  /** Whether packages are bundled; they may need what a small server does without, such as `require`. */
  readonly hasPackages: boolean;
}

/**
 * Extends a plan by what a bundle shows. A package that the project imports stays outside when it or a package that it needs
 * cannot be bundled, so that all of them are found where they are installed. A package that one outside of the bundle needs
 * stays outside too: each package is loaded once.
 */
export function extendPlan(plan: PackagePlan, { inputs }: Metafile, check: BundleCheck): PackagePlan {
  const outside = new Map(plan.outside);
  const imported = listImported(inputs);
  const reached = new Map([...imported].map(([name, files]) => [name, collectFiles(inputs, files)]));
  for (const [name, files] of reached) {
    const reason = findReason(name, files, inputs, plan, check);
    if (reason !== undefined) outside.set(name, reason);
  }
  for (const [name, files] of reached) {
    if (!outside.has(name)) continue;
    // The loop sees the packages that are added meanwhile, when they come later, and the next bundle shows the others.
    for (const other of new Set(files.flatMap((file) => packageOf(file)?.name ?? []))) {
      if (imported.has(other) && !outside.has(other)) outside.set(other, `${name} needs it`);
    }
  }
  const hasPackages = Object.keys(inputs).some((file) => packageOf(file) !== undefined);
  return { ...plan, outside, hasPackages: plan.hasPackages || hasPackages };
}

/**
 * Extends a plan by the errors of a bundle: a package that cannot be bundled stays outside. Returns `undefined` when there
 * are errors in the project's own code.
 */
export function planAround(plan: PackagePlan, errors: readonly Message[]): PackagePlan | undefined {
  const outside = new Map(plan.outside);
  const missing = new Set(plan.missing);
  for (const { text, location } of errors) {
    const owner = location === null ? undefined : packageOf(location.file);
    if (owner === undefined) return undefined;
    const [, specifier] = /^Could not resolve "([^"]+)"/u.exec(text) ?? [];
    if (specifier !== undefined && !specifier.startsWith('.')) missing.add(specifier);
    else outside.set(owner.name, 'it cannot be bundled');
  }
  return { ...plan, outside, missing };
}

/** Whether a plan is unchanged. Compares sizes only, because `next` extends `plan`. */
export function isUnchanged(plan: PackagePlan, next: PackagePlan): boolean {
  return (
    plan.outside.size === next.outside.size &&
    plan.missing.size === next.missing.size &&
    plan.hasPackages === next.hasPackages
  );
}

type Inputs = Metafile['inputs'];

/** Packages that files of the project import, by name, with their imported files. */
function listImported(inputs: Inputs): ReadonlyMap<string, readonly string[]> {
  const imported = new Map<string, string[]>();
  for (const [file, { imports }] of Object.entries(inputs)) {
    if (packageOf(file) !== undefined) continue;
    for (const { path } of imports.filter(({ external }) => external !== true)) {
      const found = packageOf(path);
      if (found !== undefined) imported.set(found.name, [...(imported.get(found.name) ?? []), path]);
    }
  }
  return imported;
}

/** All files that these files import, and these. */
function collectFiles(inputs: Inputs, files: readonly string[]): readonly string[] {
  const reached = new Set(files);
  for (const file of reached) {
    for (const { path, external } of inputs[file]?.imports ?? []) if (external !== true) reached.add(path);
  }
  return [...reached];
}

/** Why a package cannot be bundled with all files that it reaches; `undefined` when it can. */
function findReason(
  name: string,
  files: readonly string[],
  inputs: Inputs,
  { outside }: PackagePlan,
  check: BundleCheck,
): string | undefined {
  for (const file of files) {
    const owner = packageOf(file);
    const verdict = owner && check.findObstacle(owner, file);
    if (verdict !== undefined)
      return owner?.name === name ? `it ${verdict}` : `it needs ${owner?.name}, which ${verdict}`;
    const needed = inputs[file]?.imports.find(({ path, external }) => external && outside.has(packageNameOf(path)));
    if (needed !== undefined) return `it needs ${packageNameOf(needed.path)}`;
  }
  return undefined;
}
