import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Message, PartialMessage, Plugin } from 'esbuild';
import { bundlePage } from './bundle-page.js';
import { PageError } from './page-error.js';

/** Page in a bundle. */
export interface BuiltPage {
  /** Name of the page's generated module, without extension. */
  readonly name: string;
  /** Size of the HTML. */
  readonly bytes: number;
  /** Project files in the page, relative to the project root. */
  readonly files: readonly string[];
}

/** Plugin with the pages of its last run. */
interface PagesPlugin {
  readonly plugin: Plugin;
  listPages(): readonly BuiltPage[];
}

/** Generated module of a page, and its input. */
interface PageModule {
  readonly name: string;
  readonly entry: string;
  readonly uri: string;
  readonly code: string;
}

/** Page with the data that the server sends with it. */
interface ReadyPage extends BuiltPage {
  readonly uri: string;
  readonly html: string;
  /** Version that changes with the page and its settings. */
  readonly version: string;
}

/** Pages of a run, errors in the code of the pages that failed, and warnings about all pages. */
interface Outcome {
  readonly pages: readonly ReadyPage[];
  readonly errors: PartialMessage[];
  readonly warnings: PartialMessage[];
}

/** Plugin name in messages. */
const pagesPlugin = 'view-pages';

/** Whether a bundler message is about the page of a view. */
export function isOfPage({ pluginName }: Message): boolean {
  return pluginName === pagesPlugin;
}

/** Namespace of modules that contain pages. */
export const pagesNamespace = 'page';

/**
 * Creates the bundler plugin that adds the pages of views to a server bundle. `bundlePage` in `generated/view-pages/`
 * returns the bundled page, and each page URI in descriptors gets a version, so that hosts fetch a page again after a
 * change.
 *
 * @param root Absolute path of the project.
 * @param out Generated folder, relative to the root.
 * @see docs/decisions/0056-view-html-is-made-by-the-build.md
 */
export function createPagesPlugin(root: string, out: string, minify: boolean): PagesPlugin {
  const folder = path.join(root, out, 'view-pages');
  let pages: readonly ReadyPage[] = [];
  const plugin: Plugin = {
    name: pagesPlugin,
    setup({ onStart, onResolve, onLoad }) {
      onStart(async () => {
        const outcome = await bundlePages(root, folder, minify);
        pages = outcome.pages;
        return { errors: outcome.errors, warnings: outcome.warnings };
      });
      onResolve({ filter: /^create-mcp-from-schema\/runtime\/view-pages$/ }, ({ importer }) =>
        path.dirname(importer) === folder
          ? { path: path.basename(importer, '.ts'), namespace: pagesNamespace }
          : undefined,
      );
      onLoad({ filter: /^/, namespace: pagesNamespace }, ({ path: name }) => {
        const page = pages.find((each) => each.name === name);
        const contents = `const text = ${JSON.stringify(page?.html ?? '')};
export const bundlePage = (module, entry, { meta }) => async () => ({ text, ...(meta && { _meta: meta }) });`;
        return { contents, loader: 'js' };
      });
      onLoad({ filter: /[\\/]descriptors\.ts$/ }, async ({ path: file }) =>
        pages.length > 0 && file === path.join(root, out, 'descriptors.ts')
          ? { contents: addVersions(await readFile(file, 'utf8'), pages), loader: 'ts' }
          : undefined,
      );
    },
  };
  return { plugin, listPages: () => pages };
}

/** Adds the version to the URI of each page wherever the URI is a whole JSON string. */
function addVersions(code: string, pages: readonly ReadyPage[]): string {
  return pages.reduce((text, { uri, version }) => text.replaceAll(`"${uri}"`, `"${uri}?v=${version}"`), code);
}

async function bundlePages(root: string, folder: string, minify: boolean): Promise<Outcome> {
  const modules = await listModules(folder);
  const bundled = await Promise.all(
    modules.map(async ({ name, entry, uri, code }) => {
      try {
        const { html, files, warnings } = await bundlePage(root, path.relative(root, path.join(folder, entry)), minify);
        const version = createHash('sha256').update(code).update(html).digest('hex').slice(0, 12);
        return { name, uri, html, files, version, bytes: Buffer.byteLength(html), warnings };
      } catch (error) {
        if (!(error instanceof PageError)) throw error;
        return error;
      }
    }),
  );
  return {
    errors: dedupeMessages(bundled.flatMap((page) => (page instanceof PageError ? page.errors : []))),
    warnings: dedupeMessages(bundled.flatMap(({ warnings }) => warnings)),
    pages: bundled.flatMap((page) => (page instanceof PageError ? [] : [page])),
  };
}

/** Removes duplicate messages, because several views can import the same file. */
function dedupeMessages(messages: readonly PartialMessage[]): PartialMessage[] {
  const keyOf = ({ text, location }: PartialMessage): string =>
    JSON.stringify([text, location?.file, location?.line, location?.column]);
  return [...new Map(messages.map((message) => [keyOf(message), { ...message, pluginName: pagesPlugin }])).values()];
}

/** Lists the generated page modules, with the two strings that they pass on. */
async function listModules(folder: string): Promise<readonly PageModule[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ts')).toSorted();
  const modules = await Promise.all(
    names.map(async (name) => {
      const code = await readFile(path.join(folder, name), 'utf8');
      const entry = readLiteral(/bundlePage\(import\.meta\.url, '((?:[^'\\]|\\.)*)'/su.exec(code)?.[1]);
      const uri = readLiteral(/^ {2}uri: '((?:[^'\\]|\\.)*)'/mu.exec(code)?.[1]);
      return entry === undefined || uri === undefined ? [] : [{ name: name.slice(0, -'.ts'.length), entry, uri, code }];
    }),
  );
  return modules.flat();
}

/** Reads a string literal that the generator has written. */
function readLiteral(inside: string | undefined): string | undefined {
  return inside?.replace(/\\(?:u([0-9a-f]{4})|(.))/gsu, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
