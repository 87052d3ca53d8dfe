import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { skipProlog } from '../code/skip-prolog.js';
import { bundleScript, type BundledScript, type ScriptSource } from './bundle-script.js';
import { replaceTags, type Tag } from './replace-tags.js';

/** Page of a view, in one file. */
export interface Page {
  readonly html: string;
  /** Files of the project that it is made of, relative to its root. */
  readonly files: readonly string[];
}

/**
 * Makes the page of a view: HTML with all scripts, styles and images in it. The entry is HTML, or a script, which then gets an
 * element with the id `root`.
 *
 * @param root Absolute path of the project.
 * @param entry Path relative to the root.
 * @throws The error of esbuild for code with errors, with the places of its messages; {@link PageError} for HTML that names a
 *   file that is not there.
 */
export async function bundlePage(root: string, entry: string, minify = true): Promise<Page> {
  if (!/\.html?$/u.test(entry)) return bundleBare(root, entry, minify);
  const text = await readFile(path.join(root, entry), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new PageError(
      entry,
      1,
      1,
      1,
      '',
      `The file ${entry} does not exist: run \`create-mcp-from-schema generate\`.`,
    );
  const folder = path.dirname(path.join(root, entry));
  const files = new Set([entry]);
  const bundle = async (source: ScriptSource): Promise<BundledScript> => {
    const bundled = await bundleScript(root, source, minify);
    for (const file of bundled.files) if (!file.endsWith('inline-script.ts')) files.add(file);
    return bundled;
  };
  const html = await replaceTags(text.replace(/^\ufeff/u, ''), async (tag) => {
    const address = tag.attributes.get(tag.name === 'link' ? 'href' : 'src');
    if (address === undefined)
      return isModule(tag) ? placeScript(tag, await bundle({ text: tag.content, folder })) : undefined;
    if (!isLocal(address)) return undefined;
    const file = path.join(folder, decodeURI(address.split(/[?#]/u, 1)[0] ?? ''));
    await checkFile(root, entry, text, tag, file, address);
    if (tag.name === 'script') return placeScript(tag, await bundle({ file }));
    if (tag.name === 'link' && tag.attributes.get('rel') === 'stylesheet')
      return `<style>${(await bundle({ file })).styles}</style>`;
    files.add(path.relative(root, file).replaceAll('\\', '/'));
    return tag.withAddress(await readDataUrl(file));
  });
  return { html: withDoctype(html), files: [...files] };
}

/** HTML whose files cannot be put into the page. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly lineText: string;

  constructor(file: string, line: number, column: number, length: number, lineText: string, message: string) {
    super(message);
    this.file = file;
    this.line = line;
    this.column = column;
    this.length = length;
    this.lineText = lineText;
  }
}

async function checkFile(
  root: string,
  entry: string,
  text: string,
  tag: Tag,
  file: string,
  address: string,
): Promise<void> {
  const way = path.relative(root, file);
  const isInside = !way.startsWith('..') && !path.isAbsolute(way);
  const exists =
    isInside &&
    (await readFile(file).then(
      () => true,
      () => false,
    ));
  if (exists) return;
  const before = text.slice(0, tag.start).split('\n');
  const lineText = text.split('\n')[before.length - 1] ?? '';
  const column = lineText.indexOf(address, before.at(-1)?.length ?? 0);
  const message = isInside
    ? `The file \`${address}\` does not exist.`
    : `The file \`${address}\` is outside of the project.`;
  throw new PageError(entry, before.length, Math.max(0, column) + 1, address.length, lineText, message);
}

async function bundleBare(root: string, entry: string, minify: boolean): Promise<Page> {
  const { script, styles, files } = await bundleScript(root, { file: path.join(root, entry) }, minify);
  const style = styles === '' ? '' : `<style>${styles}</style>`;
  const head = `<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>View</title>${style}`;
  const body = `<div id="root"></div><script type="module">${script}</script>`;
  return { html: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>\n`, files };
}

function isModule({ name, attributes, content }: Tag): boolean {
  return name === 'script' && attributes.get('type') === 'module' && content.trim() !== '';
}

/** Script that runs when the document is read, as modules do; styles that it imports come before it. */
function placeScript({ attributes }: Tag, { script, styles }: BundledScript): string {
  const style = styles === '' ? '' : `<style>${styles}</style>`;
  const others = [...attributes].filter(([name]) => !['src', 'type', 'defer', 'async', 'crossorigin'].includes(name));
  const printed = others.map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`).join('');
  return `${style}<script type="module"${printed}>${script}</script>`;
}

/** Whether an address is that of a file beside the page. */
function isLocal(address: string): boolean {
  return address !== '' && !/^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/|#)/u.test(address);
}

const mediaTypes: { readonly [extension: string]: string } = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
};

async function readDataUrl(file: string): Promise<string> {
  const type = mediaTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  return `data:${type};base64,${(await readFile(file)).toString('base64')}`;
}

function withDoctype(html: string): string {
  return /^<!doctype html/iu.test(skipProlog(html)) ? html : `<!doctype html>\n${html}`;
}
