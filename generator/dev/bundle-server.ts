import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { context, type BuildContext, type Message, type Metafile, type Plugin } from 'esbuild';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { SourceTexts } from '../diagnostics/format-diagnostics.js';

/** A server as one module, or why there is none. */
export type BundleReport =
  | {
      readonly ok: true;
      readonly code: string;
      /** Files of the project that it was made of, relative to the root; installed packages are left out. */
      readonly inputs: readonly string[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: SourceTexts };

/** Bundles the same server again and again; what has not changed is not read anew. */
export interface ServerBundler {
  bundle(): Promise<BundleReport>;
  close(): Promise<void>;
}

/**
 * Prepares to bundle a server as the build of a project does, but into one file, and with a source map.
 *
 * @param root Absolute path of the project.
 * @param out Generated folder, relative to the root.
 * @param entry Text of the entrypoint, as if it lay in the generated folder.
 */
export async function openBundler(root: string, out: string, entry: string): Promise<ServerBundler> {
  const build = await context({
    absWorkingDir: root,
    stdin: { contents: entry, resolveDir: path.join(root, out), sourcefile: 'dev-server.ts', loader: 'ts' },
    outfile: 'dist/server.mjs',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [leaveUnmapped(path.join(root, out, 'validators'))],
  });
  return { bundle: () => bundle(build), close: () => build.dispose() };
}

/** Validators are half of the code and more than half of its source map, which every new server reads: nobody reads them. */
function leaveUnmapped(folder: string): Plugin {
  const map = { version: 3, sources: ['validators'], names: [], mappings: 'AAAA' };
  const comment = `\n//# sourceMappingURL=data:application/json;base64,${btoa(JSON.stringify(map))}\n`;
  return {
    name: 'leave-unmapped',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]validators[\\/][^\\/]+\.js$/ }, async ({ path: file }) =>
        path.dirname(file) === folder ? { contents: `${await readFile(file, 'utf8')}${comment}` } : undefined,
      );
    },
  };
}

async function bundle(build: BuildContext<{ write: false; metafile: true }>): Promise<BundleReport> {
  try {
    const { outputFiles, metafile } = await build.rebuild();
    return { ok: true, code: outputFiles[0]?.text ?? '', inputs: listInputs(metafile) };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    const diagnostics = error.errors.map(({ text, location, notes }) => {
      const help = notes.map((note) => note.text).join(' ');
      return createDiagnostic('unbuildable', location ? locate(location) : undefined, `${text}.`, {
        help: help === '' ? undefined : help,
      });
    });
    return { ok: false, diagnostics, sources: new Map(error.errors.flatMap(({ location }) => quoteSource(location))) };
  }
}

function listInputs({ inputs }: Metafile): readonly string[] {
  return Object.keys(inputs).filter((file) => file !== 'dev-server.ts' && !/(^|\/)node_modules\//u.test(file));
}

function isBuildFailure(error: unknown): error is Error & { readonly errors: readonly Message[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

/** The bundler counts columns and lengths in bytes, and columns from 0. */
function locate({ file, line, column, length, lineText }: NonNullable<Message['location']>): SourceLocation {
  const bytes = Buffer.from(lineText);
  const count = (end: number): number => bytes.subarray(0, end).toString().length;
  const start = count(column);
  return { file, line, column: start + 1, length: Math.max(1, count(column + length) - start) };
}

/** As much of a file as its listing needs: the one line, where it stands. */
function quoteSource(location: Message['location']): readonly (readonly [string, string])[] {
  if (!location) return [];
  return [[location.file, `${'\n'.repeat(Math.max(0, location.line - 1))}${location.lineText}`]];
}
