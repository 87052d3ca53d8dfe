import path from 'node:path';
import { build, type BuildOptions, type Message } from 'esbuild';
import { slimApps } from './slim-apps.js';

/** Code to bundle for a page: a file, or a text that stands in one. */
export type ScriptSource = { readonly file: string } | { readonly text: string; readonly folder: string };

/** Bundled code of a page: scripts and styles, both ready to stand between their tags. */
export interface BundledScript {
  readonly script: string;
  readonly styles: string;
  /** Files that went into it, relative to the root. */
  readonly files: readonly string[];
  /** Warnings of the bundler about code of the project, not about that of packages. */
  readonly warnings: readonly Message[];
}

/** Files that become data URLs when they are imported. */
const dataUrls = ['avif', 'gif', 'jpeg', 'jpg', 'otf', 'png', 'svg', 'ttf', 'webp', 'woff', 'woff2'];

/**
 * Bundles a script or a style sheet of a page into one text each, with everything that they import.
 *
 * @param root Absolute path of the project.
 * @throws The error of esbuild, with the places of its messages.
 */
export async function bundleScript(root: string, source: ScriptSource, minify: boolean): Promise<BundledScript> {
  const input: BuildOptions =
    'file' in source
      ? { entryPoints: [source.file] }
      : { stdin: { contents: source.text, resolveDir: source.folder, sourcefile: 'inline-script.ts', loader: 'ts' } };
  const { outputFiles, metafile, warnings } = await build({
    ...input,
    absWorkingDir: root,
    outdir: path.join(root, 'page'),
    write: false,
    metafile: true,
    bundle: true,
    minify,
    platform: 'browser',
    // A page is one file: there is nothing to import at run time.
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    logLimit: 0,
    loader: {
      ...Object.fromEntries(dataUrls.map((extension) => [`.${extension}`, 'dataurl' as const])),
      '.html': 'text',
    },
    plugins: [slimApps],
  });
  const textOf = (extension: string): string =>
    outputFiles.flatMap((file) => (file.path.endsWith(extension) ? file.text : [])).join('\n');
  return {
    script: sealScript(textOf('.js').trim()),
    styles: sealStyles(textOf('.css').trim()),
    files: Object.keys(metafile.inputs),
    warnings: warnings.filter(({ location }) => !/(?:^|\/)node_modules\//u.test(location?.file ?? '')),
  };
}

/**
 * Changes the spelling of texts in a script that a browser would take for tags. The bundler writes neither of them outside of
 * texts and regular expressions, where an escaped character means the same.
 *
 * @see https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
function sealScript(code: string): string {
  return code.replace(/<\/(?=script)/giu, '<\\/').replaceAll('<!--', '\\x3c!--');
}

function sealStyles(code: string): string {
  return code.replace(/<\/(?=style)/giu, '<\\/');
}
