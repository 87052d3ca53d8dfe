import type { InferredOptionTypes } from 'yargs';
import { bundleServer, writeServer, type BuildOptions, type BuiltFile } from '../tools/build/build-server.js';
import { bundleWeb, webModule } from '../tools/build/bundle-web.js';
import { checkTypes } from '../tools/build/check-types.js';
import { joinErrors } from '../tools/build/join-errors.js';
import { explainMissingScripts } from '../tools/build/missing-scripts.js';
import { parseTypeErrors } from '../tools/build/parse-type-errors.js';
import type { OutsidePackage } from '../tools/build/outside-packages.js';
import type { BuiltPage } from '../features/views/pages/pages-plugin.js';
import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import { countOf, formatDiagnostics, visible, type SourceTexts } from '../core/diagnostics/format-diagnostics.js';
import { findChangedInputs } from '../tools/runs/find-changed-inputs.js';
import { isFolder } from '../pipeline/write/file-system.js';
import { describeSystemError, isSystemError } from '../pipeline/write/system-error.js';
import { findPackageManager, printInstall } from '../feature-kit/load/package-manager.js';
import type { CliIo } from './cli-io.js';
import { flagOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { isJson, writeJson } from './json-report.js';
import { bundleOptions, folderOptions, formatOptions, resolveInside, resolveProject } from './project-options.js';

const options = {
  ...folderOptions,
  dist: { ...textOption, default: 'dist', describe: 'Folder of the built server' },
  ...bundleOptions,
  web: { ...flagOption, describe: 'Also write dist/web.mjs for platforms with fetch, such as Cloudflare Workers' },
  ...formatOptions,
  minify: { type: 'boolean', default: true, describe: 'Minify the code; --minify=false keeps it readable' },
  sourcemap: {
    type: 'boolean',
    default: true,
    describe: 'Write source maps, so that stack traces name your files; --sourcemap=false disables them',
  },
} as const satisfies CommandOptions;

/**
 * `build`: type-checks and bundles the server to `dist/server.mjs`; with `--web`, also to `dist/web.mjs`. Exits with 1
 * on errors.
 */
export const buildCommand: Command = {
  options,
  async run(args: InferredOptionTypes<typeof options>, io: CliIo) {
    const { root, definitions, handlers, out } = resolveProject(args, io.cwd);
    const dist = resolveInside(root, 'dist', args.dist);
    if (
      [definitions, handlers, out].some(
        (folder) => `${folder}/`.startsWith(`${dist}/`) || dist.startsWith(`${folder}/`),
      )
    ) {
      throw new UsageError('--dist must be a dedicated folder, because old files in it are removed.');
    }
    if (!isFolder(`${root}/${out}`)) {
      const message = `${visible(out)} does not exist. Run \`create-mcp-from-schema generate\` first.`;
      if (isJson(args)) return writeJson({ ok: false, error: { code: 'not-generated', message } }, io);
      io.writeError(`error: ${message}\n`);
      return 1;
    }
    const changed = await findChangedInputs({ root, definitions, out });
    const { minify, sourcemap, external = [], bundle: bundled = [] } = args;
    if (!isJson(args)) io.writeError(formatDiagnostics(changed, new Map(), { color: io.color }));
    const project = { root, out, dist, minify, sourcemap, external, bundled };
    const outcome = await build(project, args.web);
    if (isJson(args)) return writeJson(describeOutcome(outcome, changed), io);
    printOutcome(outcome, project, io);
    return outcome.made ? 0 : 1;
  },
};

/** Result of a build. */
interface BuildOutcome {
  /** Output of the type checker. */
  readonly types: string;
  /** Diagnostics of the bundler. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
  /** Absent after an error. */
  readonly made?: {
    readonly modules: readonly BuiltFile[];
    readonly more: readonly BuiltFile[];
    readonly pages: readonly BuiltPage[];
    readonly outside: readonly OutsidePackage[];
    readonly missing: readonly string[];
  };
  /** Why files could not be written. */
  readonly problem?: string;
}

async function build(project: BuildOptions, isForWeb: boolean): Promise<BuildOutcome> {
  const { root, out } = project;
  const [checked, bundle, web] = await Promise.all([
    checkTypes(root, out),
    bundleServer(project),
    isForWeb ? bundleWeb(project) : undefined,
  ]);
  const found = explainMissingScripts(checked ?? '', root, out, bundle.ok || !bundle.hasInvalidPages);
  // Both bundles have the same errors, except for imports that only one platform supports.
  const failed = bundle.ok ? web : bundle;
  const { types, diagnostics } = joinErrors(found, failed?.ok === false ? failed.diagnostics : []);
  const warnings = bundle.ok ? bundle.warnings : { diagnostics: [], sources: new Map<string, string>() };
  const report = {
    types,
    diagnostics: [...diagnostics, ...warnings.diagnostics],
    sources: new Map([...(failed?.ok === false ? failed.sources : []), ...warnings.sources]),
  };
  if (!bundle.ok || failed?.ok === false || found !== '') return report;
  const more = failed ? [{ name: webModule, text: failed.text }] : [];
  try {
    const files = await writeServer(project, bundle.result, bundle.outside, more);
    const modules = files.filter((file) => !file.name.endsWith('.map') && file.name !== webModule);
    const { pages, outside, missing } = bundle;
    return { ...report, made: { modules, more, pages, outside, missing } };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return { ...report, problem: describeSystemError(error, root) };
  }
}

function printOutcome(
  { types, diagnostics, sources, made, problem }: BuildOutcome,
  project: BuildOptions,
  io: CliIo,
): void {
  const { root, dist } = project;
  io.writeError(types);
  io.writeError(formatDiagnostics(diagnostics, sources, { color: io.color }));
  if (problem !== undefined) io.writeError(`error: ${problem}\n`);
  if (!made) return;
  const { modules, more, pages, outside, missing } = made;
  io.writeOut(`Built ${dist}/server.mjs: ${countOf(modules.length, 'file')}, ${sizeOf(modules)} kB.\n`);
  if (more.length > 0) io.writeOut(`Built ${dist}/${webModule}: ${sizeOf(more)} kB.\n`);
  io.writeOut(listPages(pages));
  io.writeOut(listOutside(outside, dist));
  io.writeOut(listMissing(missing, root));
}

/** Describes a build for its JSON report. */
function describeOutcome({ types, diagnostics, sources, made, problem }: BuildOutcome, changed: readonly Diagnostic[]) {
  const measure = ({ name, text }: BuiltFile) => ({ name, bytes: Buffer.byteLength(text) });
  return {
    ok: made !== undefined,
    error: problem === undefined ? undefined : ({ code: 'system', message: problem } as const),
    diagnostics: [...changed, ...parseTypeErrors(types), ...diagnostics],
    sources,
    files: [...(made?.modules ?? []), ...(made?.more ?? [])].map(measure),
    views: (made?.pages ?? []).map(({ name, bytes }) => ({ name, bytes })),
    outside: (made?.outside ?? []).map(({ name, version, reason }) => ({ name, version, reason })),
    missingPackages: made?.missing ?? [],
  };
}

function sizeOf(files: readonly BuiltFile[]): number {
  return Math.ceil(files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1000);
}

/** Size in bytes above which view HTML is reported as large: hosts load all of it before they show anything. */
const largePage = 500_000;

/** Formats the sizes of view HTML. Returns `''` if there are no views. */
function listPages(pages: readonly BuiltPage[]): string {
  return pages
    .map(({ name, bytes }) => {
      const advice = bytes > largePage ? ' This is large: clients load all of it before they show the view.' : '';
      return `View ${visible(name)}: ${Math.ceil(bytes / 1000)} kB.${advice}\n`;
    })
    .join('');
}

/** Lists the packages that a server needs and that are not installed. Returns `''` if there are none. */
function listMissing(missing: readonly string[], root: string): string {
  if (missing.length === 0) return '';
  const install = printInstall(findPackageManager(root), missing);
  return `\nPackages that are not installed: ${visible(missing.join(', '))}.\n  Run \`${install}\`, and build again.\n`;
}

/** Lists the packages that a server needs outside its bundle. Returns `''` if there are none. */
function listOutside(outside: readonly OutsidePackage[], dist: string): string {
  if (outside.length === 0) return '';
  const lines = outside.map(({ name, version, reason }) => `  ${visible(name)} ${version ?? ''}: ${visible(reason)}\n`);
  return `
Packages outside the bundle:
${lines.join('')}
${dist}/package.json lists them. If you deploy only ${dist}/, install them there: npm install --omit=dev --prefix ${dist}
`;
}
