import path from 'node:path';
import { build, type BuildOptions, type Message } from 'esbuild';
import { slimApps } from './slim-apps.js';

/** Code to bundle for a page: a file, or code inside a file. */
export type ScriptSource = { readonly file: string } | { readonly text: string; readonly folder: string };

/** Bundled scripts and styles of a page, ready to insert between their tags. */
export interface BundledScript {
  readonly script: string;
  readonly styles: string;
  /** Bundled files, relative to the project root. */
  readonly files: readonly string[];
  /** Bundler warnings about project code, excluding packages. */
  readonly warnings: readonly Message[];
}

/** File types that become data URLs when imported. */
const dataUrls = ['avif', 'gif', 'jpeg', 'jpg', 'otf', 'png', 'svg', 'ttf', 'webp', 'woff', 'woff2'];

/**
 * Bundles a script or a style sheet of a page, with everything that it imports, into one script and one style sheet.
 *
 * @param root Absolute path of the project.
 * @throws esbuild's error, with the locations of its messages.
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
    // A page is a single file, so nothing can be imported at runtime.
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
 * Escapes text in a script that a browser would parse as tags. The bundler outputs such text only inside strings and
 * regular expressions, where the escaped character has the same meaning.
 *
 * @see https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
function sealScript(code: string): string {
  return code.replace(/<\/(?=script)/giu, '<\\/').replaceAll('<!--', '\\x3c!--');
}

function sealStyles(code: string): string {
  return code.replace(/<\/(?=style)/giu, '<\\/');
}
