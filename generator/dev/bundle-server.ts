import path from 'node:path';
import { context, type BuildContext, type Message, type Metafile } from 'esbuild';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { SourceTexts } from '../diagnostics/format-diagnostics.js';

/** Result of bundling a server: one module, or diagnostics. */
export type BundleReport =
  | {
      readonly ok: true;
      readonly code: string;
      /** Files of the project in the bundle, relative to the root, without installed packages. */
      readonly inputs: readonly string[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: SourceTexts };

/** Bundler of one server that is bundled repeatedly; unchanged files are not read again. */
export interface ServerBundler {
  bundle(): Promise<BundleReport>;
  close(): Promise<void>;
}

/**
 * Opens a bundler that works like the build of a project, but makes one file with a source map.
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
  });
  return { bundle: () => bundle(build), close: () => build.dispose() };
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

/** The text of a file reduced to the line that a diagnostic quotes. */
function quoteSource(location: Message['location']): readonly (readonly [string, string])[] {
  if (!location) return [];
  return [[location.file, `${'\n'.repeat(Math.max(0, location.line - 1))}${location.lineText}`]];
}
