import type { InferredOptionTypes } from 'yargs';
import { bundleServer, writeServer, type BuildOptions } from '../build/build-server.js';
import { checkTypes } from '../build/check-types.js';
import type { OutsidePackage } from '../build/outside-packages.js';
import { countOf, formatDiagnostics, visible } from '../diagnostics/format-diagnostics.js';
import { isFolder } from '../write/file-system.js';
import { describeSystemError, isSystemError } from '../write/system-error.js';
import type { CliIo } from './cli-io.js';
import { textOption, UsageError, type Command, type CommandOptions } from './command.js';
import { bundleOptions, folderOptions, resolveInside, resolveProject } from './project-options.js';

const options = {
  ...folderOptions,
  dist: { ...textOption, default: 'dist', describe: 'Folder of the built server' },
  ...bundleOptions,
  minify: { type: 'boolean', default: true, describe: 'Write short code; --minify=false to read it' },
  sourcemap: {
    type: 'boolean',
    default: true,
    describe: 'Write source maps, so that stack traces name your files; --sourcemap=false for none',
  },
} as const satisfies CommandOptions;

/** `build`: checks the types, and bundles the server to `dist/server.mjs`. The exit code is 1 when there are errors. */
export const buildCommand: Command = {
  options,
  async run(given: InferredOptionTypes<typeof options>, io: CliIo) {
    const { root, definitions, handlers, out } = resolveProject(given, io.cwd);
    const dist = resolveInside(root, 'dist', given.dist);
    if (
      [definitions, handlers, out].some(
        (folder) => `${folder}/`.startsWith(`${dist}/`) || dist.startsWith(`${folder}/`),
      )
    ) {
      throw new UsageError('--dist must be a folder of its own: old files in it are removed.');
    }
    if (!isFolder(`${root}/${out}`)) {
      io.writeError(`error: ${visible(out)} does not exist: run \`create-mcp-from-schema generate\` first.\n`);
      return 1;
    }
    const { minify, sourcemap, external = [], bundle: bundled = [] } = given;
    return build({ root, out, dist, minify, sourcemap, external, bundled }, io);
  },
};

async function build(project: BuildOptions, io: CliIo): Promise<number> {
  const { root, out, dist } = project;
  const [types, bundle] = await Promise.all([checkTypes(root, out), bundleServer(project)]);
  io.writeError(types ?? '');
  if (!bundle.ok) io.writeError(formatDiagnostics(bundle.diagnostics, bundle.sources, { color: io.color }));
  if (!bundle.ok || (types !== undefined && types !== '')) return 1;
  try {
    const files = await writeServer(project, bundle.result, bundle.outside);
    const bytes = files.reduce((sum, { name, text }) => sum + (name.endsWith('.map') ? 0 : Buffer.byteLength(text)), 0);
    const modules = files.filter(({ name }) => !name.endsWith('.map')).length;
    io.writeOut(`Built ${dist}/server.mjs: ${countOf(modules, 'file')}, ${Math.ceil(bytes / 1000)} kB.\n`);
    io.writeOut(listOutside(bundle.outside, dist));
    return 0;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    io.writeError(`error: ${describeSystemError(error, root)}\n`);
    return 1;
  }
}

/** Says which packages are needed beside the server; empty when there are none. */
function listOutside(outside: readonly OutsidePackage[], dist: string): string {
  if (outside.length === 0) return '';
  const lines = outside.map(({ name, version, reason }) => `  ${visible(name)} ${version ?? ''}: ${visible(reason)}\n`);
  return `
Packages outside of the bundle:
${lines.join('')}
${dist}/package.json lists them. Where only ${dist}/ is deployed, install them there: npm install --omit=dev --prefix ${dist}
`;
}
