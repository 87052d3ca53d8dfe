import type { Message, Metafile } from 'esbuild';
import { packageNameOf, packageOf } from './file-package.js';
import type { BundleCheck } from './check-bundleable.js';

/** Decides which packages of a server are bundled, and which are installed next to the bundle. */
export interface PackagePlan {
  /** Packages outside the bundle, with reasons. */
  readonly outside: ReadonlyMap<string, string>;
  /**
   * Optional modules that bundled packages import and that are not installed. Their import fails when it is executed.
   */
  readonly missing: ReadonlySet<string>;
  /** Whether packages are bundled. They can need features that a small server omits, such as `require`. */
  readonly hasPackages: boolean;
}

/**
 * Extends a plan with the contents of a bundle. An imported package stays external if it, or a package that it needs,
 * cannot be bundled, so that all of them are loaded from where they are installed. Packages that an external package
 * needs stay external too, so that each package is loaded only once.
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
    // The loop also visits packages that are added while it runs, if they come later; the next bundle reveals the rest.
    for (const other of new Set(files.flatMap((file) => packageOf(file)?.name ?? []))) {
      if (imported.has(other) && !outside.has(other)) outside.set(other, `${name} needs it`);
    }
  }
  const hasPackages = Object.keys(inputs).some((file) => packageOf(file) !== undefined);
  return { ...plan, outside, hasPackages: plan.hasPackages || hasPackages };
}

/**
 * Extends a plan with the errors of a bundle: a package that cannot be bundled stays external. Returns `undefined` if the
 * project's own code has errors.
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

/** Lists the packages that project files import, by name, with their imported files. */
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

/** Lists these files and all files that they import, directly or indirectly. */
function collectFiles(inputs: Inputs, files: readonly string[]): readonly string[] {
  const reached = new Set(files);
  for (const file of reached) {
    for (const { path, external } of inputs[file]?.imports ?? []) if (external !== true) reached.add(path);
  }
  return [...reached];
}

/** Explains why a package cannot be bundled with all files that it imports; `undefined` if it can. */
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
