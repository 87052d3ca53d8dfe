import type { InferredOptionTypes } from 'yargs';
import { bundleServer, writeServer, type BuildOptions, type BuiltFile } from '../tools/build/build-server.js';
import { bundleWeb, webModule } from '../tools/build/bundle-web.js';
import { checkTypes } from '../tools/build/check-types.js';
import { joinErrors } from '../tools/build/join-errors.js';
import { explainMissingScripts } from '../tools/build/missing-scripts.js';
import type { OutsidePackage } from '../tools/build/outside-packages.js';
import type { BuiltPage } from '../features/views/pages/pages-plugin.js';
import { countOf, formatDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import { findChangedInputs } from '../tools/runs/find-changed-inputs.js';
import { isFolder } from '../pipeline/write/file-system.js';
import { describeSystemError, isSystemError } from '../pipeline/write/system-error.js';
import { findPackageManager, printInstall } from '../feature-kit/load/package-manager.js';
import type { CliIo } from './cli-io.js';
import { flagOption, textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { bundleOptions, folderOptions, resolveInside, resolveProject } from './project-options.js';

const options = {
  ...folderOptions,
  dist: { ...textOption, default: 'dist', describe: 'Folder of the built server' },
  ...bundleOptions,
  web: { ...flagOption, describe: 'Also write dist/web.mjs for platforms with fetch, such as Cloudflare Workers' },
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
      io.writeError(`error: ${visible(out)} does not exist. Run \`create-mcp-from-schema generate\` first.\n`);
      return 1;
    }
    const changed = await findChangedInputs({ root, definitions, out });
    io.writeError(formatDiagnostics(changed, new Map(), { color: io.color }));
    const { minify, sourcemap, external = [], bundle: bundled = [] } = args;
    return build({ root, out, dist, minify, sourcemap, external, bundled }, args.web, io);
  },
};

async function build(project: BuildOptions, isForWeb: boolean, io: CliIo): Promise<number> {
  const { root, out, dist } = project;
  const [checked, bundle, web] = await Promise.all([
    checkTypes(root, out),
    bundleServer(project),
    isForWeb ? bundleWeb(project) : undefined,
  ]);
  const found = explainMissingScripts(checked ?? '', root, out, bundle.ok || !bundle.hasInvalidPages);
  // Both bundles have the same errors, except for imports that only one platform supports.
  const failed = bundle.ok ? web : bundle;
  const { types, diagnostics } = joinErrors(found, failed?.ok === false ? failed.diagnostics : []);
  io.writeError(types);
  if (failed?.ok === false) io.writeError(formatDiagnostics(diagnostics, failed.sources, { color: io.color }));
  if (bundle.ok)
    io.writeError(formatDiagnostics(bundle.warnings.diagnostics, bundle.warnings.sources, { color: io.color }));
  if (!bundle.ok || failed?.ok === false || found !== '') return 1;
  const more = failed ? [{ name: webModule, text: failed.text }] : [];
  try {
    const files = await writeServer(project, bundle.result, bundle.outside, more);
    const modules = files.filter((file) => !file.name.endsWith('.map') && file.name !== webModule);
    io.writeOut(`Built ${dist}/server.mjs: ${countOf(modules.length, 'file')}, ${sizeOf(modules)} kB.\n`);
    if (more.length > 0) io.writeOut(`Built ${dist}/${webModule}: ${sizeOf(more)} kB.\n`);
    io.writeOut(listPages(bundle.pages));
    io.writeOut(listOutside(bundle.outside, dist));
    io.writeOut(listMissing(bundle.missing, root));
    return 0;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    io.writeError(`error: ${describeSystemError(error, root)}\n`);
    return 1;
  }
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
