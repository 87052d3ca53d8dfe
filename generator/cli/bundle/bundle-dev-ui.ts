import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the Dev UI to one HTML file next to the CLI. Also writes its Content Security Policy, which allows only the
 * page's own script and style, and connections to the process that serves the page.
 * @param folder Folder of the CLI bundle.
 */
export async function bundleDevUi(root: string, folder: string): Promise<readonly string[]> {
  const sources = path.join(root, 'generator', 'tools', 'dev-ui', 'browser');
  const { outputFiles, metafile } = await build({
    entryPoints: { page: path.join(sources, 'main.tsx'), style: path.join(sources, 'dev-ui.css') },
    outdir: folder,
    absWorkingDir: root,
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    inject: [path.join(sources, 'jsx-functions.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
  });
  const textOf = (suffix: string): string => outputFiles.find(({ path: file }) => file.endsWith(suffix))?.text ?? '';
  // Only these two sequences can end a script element early.
  const script = textOf('page.js')
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`);
  const style = textOf('style.css');
  const page = { html: printPage(script, style), contentSecurityPolicy: printPolicy(script, style) };
  writeFileSync(path.join(folder, 'dev-ui.json'), JSON.stringify(page));
  return Object.keys(metafile.inputs);
}

function printPage(script: string, style: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title>Dev UI</title>',
    '<link rel="icon" href="data:,">',
    `<style>${style}</style>`,
    '</head>',
    // Visible until the script has rendered the page.
    '<body><div class="app"><header class="top"><span class="brand">Dev UI</span><h1>MCP server</h1><p class="state">Connecting…</p></header></div>',
    '<noscript>The Dev UI requires JavaScript.</noscript>',
    `<script>${script}</script></body>`,
    '</html>',
    '',
  ].join('\n');
}

function printPolicy(script: string, style: string): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "connect-src 'self'",
    'img-src data:',
    'media-src data:',
    // Sandbox for views.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
