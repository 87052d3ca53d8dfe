import path from 'node:path';
import { findPackageRoot } from '../../core/package/find-package-root.js';
import { readPackageVersion } from '../../core/package/package-version.js';
import { hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import type { GenerateOptions, GenerateReport } from '../../generate.js';
import { findFormat } from '../../feature-kit/load/file-formats.js';
import { findDefinitions } from '../../feature-kit/load/find-definitions.js';
import type { FileEdit } from '../../pipeline/write/edit-files.js';
import { readEarlierRun } from '../../pipeline/write/earlier-run.js';
import { isGeneratedFolder } from '../../pipeline/write/manifest.js';
import { runGenerator } from '../runs/run-generator.js';
import type { ManualChange, UpgradedText } from './edit-text.js';
import { openProgram, readInstalledVersion } from './read-program.js';
import { canHaveFormerNames, listProjectFiles, readProjectText } from './read-project-files.js';
import { upgradeCommands } from './upgrade-commands.js';
import { upgradeDefinition } from './upgrade-definition.js';
import { upgradeModule } from './upgrade-module.js';
import { overlayGenerated } from './virtual-generated.js';

/** Changes that upgrade a project to the current names. */
export interface UpgradePlan {
  readonly edits: readonly FileEdit[];
  readonly manual: readonly ManualChange[];
}

/** Result of planning an upgrade. */
export type UpgradeReport =
  | { readonly kind: 'planned'; readonly plan: UpgradePlan }
  /** The definitions have errors, so their generated code is unknown. */
  | { readonly kind: 'broken'; readonly generated: GenerateReport }
  /** The types of the modules cannot be read. The reason is a sentence with a fix. */
  | { readonly kind: 'untyped'; readonly reason: string };

/** Finds former names in the files of a project, with their replacements. Writes nothing. */
export async function planUpgrade(options: GenerateOptions): Promise<UpgradeReport> {
  const { root, definitions, out } = options;
  const files = await listProjectFiles(root, { out });
  const modules = await listModules(files.modules, root, out);
  const { deprecatedNames: isFormer = false } = await readEarlierRun({ ...options, check: true });
  const generated = await runGenerator({ ...options, check: true, strict: false });
  if (hasErrors(generated.diagnostics.filter(({ code }) => !isPending(code)))) return { kind: 'broken', generated };
  const found = await findDefinitions(root, definitions);
  // A document in a different format has its own keys.
  const own = found.files.filter((file) => findFormat(file)?.kind === 'definition' && !findFormat(file)?.load);
  const plan = new PlanBuilder(root);
  for (const file of own) await plan.add(file, (text) => upgradeDefinition(file, text));
  const place = { isGenerated: (folder: string) => isGeneratedFolder(path.resolve(root, folder)) };
  for (const file of files.commands) await plan.add(file, (text) => upgradeCommands(text, { file, ...place }));
  const version = readInstalledVersion(root);
  if (modules.length > 0 && version !== readPackageVersion())
    return { kind: 'untyped', reason: adviseVersion(version) };
  const isTyped = await upgradeModules({ ...options, isFormer }, modules, generated, plan);
  return isTyped ? { kind: 'planned', plan: plan.build() } : { kind: 'untyped', reason: noCompiler };
}

async function listModules(files: readonly string[], root: string, out: string): Promise<readonly string[]> {
  const isMeant = await Promise.all(files.map((file) => canHaveFormerNames(root, file, out)));
  return files.filter((_, index) => isMeant[index]);
}

const noCompiler = 'TypeScript is not installed in this project: run `npm install`, then upgrade again.';

/** @param installed Version of this package in the project. */
function adviseVersion(installed: string | undefined): string {
  const own = readPackageVersion();
  const found = installed ?? 'none';
  return `The project needs create-mcp-from-schema ${own} (installed: ${found}): run \`npm install --save-dev create-mcp-from-schema@${own}\`, then upgrade again.`;
}

/** Whether a diagnostic is about outdated generated files, which an upgrade expects. */
function isPending(code: string): boolean {
  return code === 'stale' || code === 'out-of-date';
}

/** Collects changed files. */
class PlanBuilder {
  readonly #root: string;
  readonly #edits: FileEdit[] = [];
  readonly #manual: ManualChange[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  async add(file: string, upgrade: (text: string) => UpgradedText): Promise<void> {
    const text = await readProjectText(this.#root, file);
    if (text === undefined) return;
    // The byte order mark is kept but not parsed.
    const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
    const upgraded = upgrade(text.slice(mark.length));
    this.#manual.push(...upgraded.manual);
    const after = mark + upgraded.text;
    if (after !== text) this.#edits.push({ path: file, before: text, after });
  }

  build(): UpgradePlan {
    return { edits: this.#edits, manual: this.#manual };
  }
}

/** Upgrades the user's modules. Returns whether a compiler was found that provides their types. */
async function upgradeModules(
  { root, out, handlers, isFormer }: GenerateOptions & { readonly isFormer: boolean },
  all: readonly string[],
  { write }: GenerateReport,
  plan: PlanBuilder,
): Promise<boolean> {
  const pending = write?.pending ?? [];
  // `generate` rewrites stubs that the user has not changed.
  const replaced = new Set(pending.map((change) => change.path));
  const files = all.filter((file) => !replaced.has(file));
  if (files.length === 0) return true;
  const absolute = (file: string): string => path.join(root, file).replaceAll('\\', '/');
  const virtual = overlayGenerated(
    absolute(out),
    new Map(pending.map((change) => [absolute(change.path), change.after])),
  );
  const program = await openProgram(root, files.map(absolute), virtual);
  if (!program) return false;
  const isOwn = ownFiles();
  try {
    for (const file of files) {
      const isServer = file === `${handlers}/server.ts`;
      await plan.add(file, (text) => {
        const module = { file: absolute(file), text, generated: absolute(out) };
        return upgradeModule({ program, module, path: file, isServer, isFormer, isOwn });
      });
    }
  } finally {
    program.close();
  }
  return true;
}

/**
 * Creates a test for declarations of this package, wherever it is installed. Allows for file systems that ignore case.
 */
function ownFiles(): (file: string) => boolean {
  const own = `${findPackageRoot().replaceAll('\\', '/')}/dist/runtime/`.toLowerCase();
  return (file) => file.toLowerCase().startsWith(own) || /\/create-mcp-from-schema\/dist\/runtime\//u.test(file);
}
