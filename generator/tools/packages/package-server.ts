import path from 'node:path';
import { createDiagnostic, hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import { loadPackage } from '../../core/package/load-package.js';
import { packageDiagnostics } from '../../features/package/diagnostics.js';
import { readEarlierRun } from '../../pipeline/write/earlier-run.js';
import type { FilePlan, WriteReport } from '../../pipeline/write/file-plan.js';
import { hashContent } from '../../pipeline/write/hash-content.js';
import { manifestFile, readManifest, type Bundling } from '../../pipeline/write/manifest.js';
import { describeFailure } from '../../pipeline/write/recover.js';
import { writePlan } from '../../pipeline/write/write-plan.js';
import { asText, byteDisk, describeBytes } from './byte-disk.js';
import { loadProject, type PackageOptions } from './load-project.js';
import { mcpbFile } from './mcpb/mcpb-target.js';
import { openSigning } from './read-signing.js';
import { readSigner, type SignerFiles } from './read-signer.js';
import { findUnplannedFiles } from './find-unplanned-files.js';
import { planPackages, type PlannedPackages } from './plan-packages.js';
import type { PackageTarget } from './target.js';
import { packageTargets } from './targets.js';

/** Options for writing packages. */
export interface PackageRun {
  /** Targets to create in addition to those with existing packages. */
  readonly targets: readonly string[];
  /** Writes nothing and reports changes. */
  readonly check: boolean;
  /** With `check`: ignores missing files, for example if only some of them are under version control. */
  readonly onlyPresent?: boolean;
  /** Overwrites packages that were edited by hand. */
  readonly force: boolean;
  /** Files for signing the bundle. Default: keeps the existing signature while it is valid. */
  readonly signer?: SignerFiles;
}

/** Result of creating packages. */
export interface PackageReport {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
  /** Absent if nothing could be planned. */
  readonly write?: WriteReport;
  /** Created targets with the user's next steps. */
  readonly made: readonly { readonly name: string; readonly steps: readonly string[] }[];
  /** Files in package folders that do not belong to a package, relative to the root. */
  readonly unplannedFiles: readonly string[];
}

/**
 * Creates the requested packages of a project, and recreates existing packages, because a package can contain the hash
 * of another. Writes all files or none.
 */
export async function packageServer(options: PackageOptions, run: PackageRun): Promise<PackageReport> {
  const { root, handlers, packages } = options;
  const nothing = { ok: false, sources: new Map(), made: [], unplannedFiles: [] };
  const earlier = await readEarlierRun({ ...options, check: run.check, force: true });
  if (earlier.diagnostics.length > 0) return { ...nothing, diagnostics: earlier.diagnostics };
  const existing = await findExisting(root, packages);
  if ('diagnostic' in existing) return { ...nothing, diagnostics: [existing.diagnostic] };
  const signer = run.signer && (await readSigner(run.signer));
  if (signer && 'message' in signer) {
    const { message, help } = signer;
    return {
      ...nothing,
      diagnostics: [createDiagnostic(packageDiagnostics['invalid-package'], undefined, message, { help })],
    };
  }
  const chosen = packageTargets.filter(({ name }) => run.targets.includes(name) || existing.targets.has(name));
  const { external = existing.bundling.external, bundled = existing.bundling.bundled } = options;
  const bundling = { external, bundled };
  const loaded = await loadProject(options, earlier, { bundling, targets: chosen });
  if (!loaded.ok) return { ...nothing, diagnostics: loaded.diagnostics, sources: loaded.sources };
  const outdated = run.onlyPresent ? [] : await findOutdated(options, loaded.sources);
  if (outdated.length > 0) return { ...nothing, diagnostics: outdated, sources: loaded.sources };
  const signing = await openSigning(path.join(root, packages, 'mcpb', mcpbFile(loaded.project)), signer);
  const planned = planPackages({ ...loaded, project: { ...loaded.project, ...signing } }, chosen, packageTargets);
  // Advice is shown when packages are created, not when they are checked.
  const diagnostics = planned.diagnostics.filter(
    ({ code }) => !run.check || code !== packageDiagnostics['package-advice'].code,
  );
  const { sources } = loaded;
  if (hasErrors(diagnostics)) return { ...nothing, diagnostics, sources };
  const plan = planFiles(planned, { root, out: packages, handlers, bundling });
  const written = await writePlan(plan, { check: run.check, force: run.force }, byteDisk);
  const write = showBytes(run.onlyPresent ? withoutAbsent(written, packages) : written);
  const all = [...diagnostics, ...write.diagnostics];
  const made = chosen.map(({ name }) => ({ name, steps: planned.plans.get(name)?.steps ?? [] }));
  const plannedPaths = new Set(planned.files.map((file) => file.path));
  const names = made.map(({ name }) => name);
  const found = await findUnplannedFiles(path.join(root, packages), names, plannedPaths);
  const unplannedFiles = found.map((file) => `${packages}/${file}`);
  return { ok: !hasErrors(all), diagnostics: all, sources, write, made, unplannedFiles };
}

/** Reports out-of-date generated code, which would not match the descriptions in the package. */
async function findOutdated({ root, out }: PackageOptions, sources: SourceTexts): Promise<readonly Diagnostic[]> {
  const inputs = (await readManifest(root, out))?.inputs ?? new Map<string, string>();
  const changed = [...sources].filter(([file, text]) => inputs.get(file) !== hashContent(text)).map(([file]) => file);
  const removed = [...inputs.keys()].filter((file) => !sources.has(file));
  const files = [...changed, ...removed];
  if (files.length === 0) return [];
  const message = `${out}/ is out of date. These files have changed since it was generated: ${files.join(', ')}.`;
  return [
    createDiagnostic('out-of-date', undefined, message, { help: 'Run `create-mcp-from-schema generate` first.' }),
  ];
}

function planFiles(
  { files }: PlannedPackages,
  given: Pick<FilePlan, 'root' | 'out' | 'handlers' | 'bundling'>,
): FilePlan {
  return {
    ...given,
    generated: files.map(({ path: name, content }) => ({ path: name, content: asText(content) })),
    stubs: [],
    inputs: new Map(),
    names: new Map(),
    tools: { server: '', tools: new Map() },
    generatorVersion: loadPackage().version,
    command: given.out === 'packages' ? 'package' : `package --out ${given.out}`,
  };
}

/** Packages of an earlier run. */
interface ExistingPackages {
  /** Targets whose packages still exist. */
  readonly targets: ReadonlySet<string>;
  readonly bundling: Bundling;
}

/** Reads which packages exist and how they were bundled. */
async function findExisting(
  root: string,
  packages: string,
): Promise<ExistingPackages | { readonly diagnostic: Diagnostic }> {
  try {
    const manifest = await readManifest(root, packages);
    const targets = new Set<string>();
    for (const file of manifest?.outputs.keys() ?? []) {
      const [target = ''] = file.split('/');
      if (targets.has(target)) continue;
      if ((await byteDisk.kindOf(path.join(root, packages, file))) !== undefined) targets.add(target);
    }
    return { targets, bundling: manifest?.bundling ?? { external: [], bundled: [] } };
  } catch (error) {
    return { diagnostic: describeFailure(error, root, packages) };
  }
}

/** Removes missing files from a report of `check`. */
function withoutAbsent(report: WriteReport, packages: string): WriteReport {
  const pending = (report.pending ?? []).filter(({ before }) => before !== undefined);
  const due = pending.filter((change) => change.path !== `${packages}/${manifestFile}`);
  if (due.length > 0) return { ...report, pending };
  return { ...report, pending: [], diagnostics: report.diagnostics.filter(({ code }) => code !== 'out-of-date') };
}

/** Makes the changes in a report readable: shows binary files by their hash. */
function showBytes(report: WriteReport): WriteReport {
  const pending = report.pending?.map(({ before, after, ...change }) => ({
    ...change,
    ...(before !== undefined && { before: describeBytes(before) }),
    ...(after !== undefined && { after: describeBytes(after) }),
  }));
  return { ...report, ...(pending && { pending }) };
}

/** Missing keys and files of a target. */
export interface TargetState {
  readonly target: PackageTarget;
  readonly isMade: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Lists all targets with their missing requirements. Writes nothing. */
export async function listTargets(
  options: PackageOptions,
): Promise<{ readonly states: readonly TargetState[] } | Pick<PackageReport, 'diagnostics' | 'sources'>> {
  const earlier = await readEarlierRun({ ...options, check: true, force: true });
  if (earlier.diagnostics.length > 0) return { diagnostics: earlier.diagnostics, sources: new Map() };
  const existing = await findExisting(options.root, options.packages);
  if ('diagnostic' in existing) return { diagnostics: [existing.diagnostic], sources: new Map() };
  const loaded = await loadProject({ ...existing.bundling, ...options }, earlier, undefined);
  if (!loaded.ok) return loaded;
  const states = packageTargets.map((target) => ({
    target,
    isMade: existing.targets.has(target.name),
    diagnostics: planPackages(loaded, [target], packageTargets).diagnostics,
  }));
  return { states };
}
