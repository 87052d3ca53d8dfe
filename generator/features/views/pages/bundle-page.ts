import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildFailure, Location, PartialMessage } from 'esbuild';
import { skipProlog } from '../../../core/code/skip-prolog.js';
import { bundleScript, type BundledScript, type ScriptSource } from './bundle-script.js';
import { PageError } from './page-error.js';
import { replaceTags, type Tag } from './replace-tags.js';

/** HTML of a view in a single file. */
interface Page {
  readonly html: string;
  /** Project files in the page, relative to the project root. */
  readonly files: readonly string[];
  /** Warnings about the code of the page, with locations. */
  readonly warnings: readonly PartialMessage[];
}

/**
 * Bundles the page of a view: HTML that contains all its scripts, styles and images. The entry is HTML, or a script,
 * for which an element with the id `root` is created.
 *
 * @param root Absolute path of the project.
 * @param entry Path relative to the root.
 * @throws {PageError} for a missing page, HTML that refers to missing files, and code with errors
 */
export async function bundlePage(root: string, entry: string, minify = true): Promise<Page> {
  const text = await readFile(path.join(root, entry), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new PageError([{ text: `The file ${entry} does not exist: run \`create-mcp-from-schema generate\`` }], []);
  const bundler = new PageBundler(root, minify);
  const html = /\.html?$/u.test(entry)
    ? withDoctype(await bundler.fill(entry, text.replace(/^\ufeff/u, '')))
    : printBare(await bundler.bundle({ file: path.join(root, entry) }));
  const { errors, warnings } = bundler;
  if (errors.length > 0) throw new PageError(errors, warnings);
  return { html, files: [...new Set([entry, ...bundler.files])], warnings };
}

/** Bundles the code of one page. Continues after an error, so that all errors are reported together. */
class PageBundler {
  readonly #root: string;
  readonly #minify: boolean;
  readonly errors: PartialMessage[] = [];
  readonly warnings: PartialMessage[] = [];
  /** Files read, relative to the project root. */
  readonly files: string[] = [];

  constructor(root: string, minify: boolean) {
    this.#root = root;
    this.#minify = minify;
  }

  /** Bundles a script or a style sheet. Returns empty strings after an error. */
  async bundle(source: ScriptSource): Promise<Pick<BundledScript, 'script' | 'styles'>> {
    try {
      const { files, warnings, ...code } = await bundleScript(this.#root, source, this.#minify);
      this.warnings.push(...warnings);
      this.files.push(...files.filter((file) => !file.endsWith('inline-script.ts')));
      return code;
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.errors.push(...error.errors);
      this.warnings.push(...error.warnings);
      return { script: '', styles: '' };
    }
  }

  /** Inserts the files that HTML refers to into the HTML. */
  async fill(entry: string, text: string): Promise<string> {
    const folder = path.dirname(path.join(this.#root, entry));
    return replaceTags(text, async (tag) => {
      const address = tag.attributes.get(tag.name === 'link' ? 'href' : 'src');
      if (address === undefined)
        return isModule(tag) ? placeScript(tag, await this.bundle({ text: tag.content, folder })) : undefined;
      if (!isLocal(address)) return undefined;
      const file = path.join(folder, decodePath(address.split(/[?#]/u, 1)[0] ?? ''));
      const problem = await findProblem(this.#root, file, address);
      if (problem !== undefined) {
        this.errors.push({ text: problem, location: locateAddress(entry, text, tag, address) });
        return undefined;
      }
      if (tag.name === 'script') return placeScript(tag, await this.bundle({ file }));
      if (tag.name === 'link' && tag.attributes.get('rel') === 'stylesheet')
        return `<style>${(await this.bundle({ file })).styles}</style>`;
      this.files.push(path.relative(this.#root, file).replaceAll('\\', '/'));
      return tag.withAddress(await readDataUrl(file));
    });
  }
}

function isFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

/** Explains why the file at an address cannot be inserted into the page; `undefined` if it can. */
async function findProblem(root: string, file: string, address: string): Promise<string | undefined> {
  const way = path.relative(root, file);
  if (way.startsWith('..') || path.isAbsolute(way)) return `The file \`${address}\` is outside the project`;
  const exists = await readFile(file).then(
    () => true,
    () => false,
  );
  return exists ? undefined : `The file \`${address}\` does not exist`;
}

/** Location of an address in HTML, in the bundler's units: columns and lengths in bytes, columns from 0. */
function locateAddress(file: string, text: string, { start }: Tag, address: string): Partial<Location> {
  const found = text.indexOf(address, start);
  const index = found < 0 ? start : found;
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  return {
    file,
    line: text.slice(0, index).split('\n').length,
    column: Buffer.byteLength(text.slice(lineStart, index)),
    length: Buffer.byteLength(address),
    lineText: text.slice(lineStart).split('\n', 1)[0] ?? '',
  };
}

/** Decodes the percent-encoding of a path; keeps invalid encoding. */
function decodePath(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function printBare({ script, styles }: Pick<BundledScript, 'script' | 'styles'>): string {
  const style = styles === '' ? '' : `<style>${styles}</style>`;
  const head = `<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>View</title>${style}`;
  const body = `<div id="root"></div><script type="module">${script}</script>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>\n`;
}

function isModule({ name, attributes, content }: Tag): boolean {
  return name === 'script' && attributes.get('type') === 'module' && content.trim() !== '';
}

/** Inserts a script that, like a module, runs after the document is parsed; the styles that it imports precede it. */
function placeScript({ attributes }: Tag, { script, styles }: Pick<BundledScript, 'script' | 'styles'>): string {
  const style = styles === '' ? '' : `<style>${styles}</style>`;
  const others = [...attributes].filter(([name]) => !['src', 'type', 'defer', 'async', 'crossorigin'].includes(name));
  const printed = others.map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`).join('');
  return `${style}<script type="module"${printed}>${script}</script>`;
}

/** Whether an address refers to a local file by a relative path. */
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
