import path from 'node:path';
import { build } from 'esbuild';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import { createPagesPlugin } from '../../features/views/pages/pages-plugin.js';
import { reportMessages } from './build-errors.js';
import type { BuildOptions } from './build-server.js';
import { isBuildFailure } from './server-bundler.js';

/** Module name in the build folder. */
export const webModule = 'web.mjs';

/** Result of bundling the server for `fetch`: the code of one module, or diagnostics. */
type WebBundle =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: SourceTexts };

/**
 * Bundles the server of a project into one module for platforms with `fetch`, such as Cloudflare Workers. Node
 * built-ins stay external, because some platforms provide them.
 */
export async function bundleWeb({ root, out, dist, minify }: BuildOptions): Promise<WebBundle> {
  try {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [`${out}/web.ts`],
      outfile: path.join(dist, webModule),
      write: false,
      bundle: true,
      minify,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      external: ['node:*'],
      logLevel: 'silent',
      logLimit: 0,
      plugins: [createPagesPlugin(root, out, minify).plugin],
    });
    return { ok: true, text: outputFiles[0]?.text ?? '' };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { ok: false, ...reportMessages(root, error) };
  }
}
