import type { StaticContent } from '../../core/api/definition.js';

/** Settings of a view's HTML page. */
export interface PageSettings {
  /** URI of the page, without a version. */
  readonly uri: string;
  /** `_meta` of the contents. */
  readonly meta?: { readonly [key: string]: unknown };
}

/** The part of the generator that bundles views. */
interface PageBundler {
  bundleHtml(entry: string): Promise<string>;
}

/**
 * Bundles the HTML page of a view when it is first read. `build` and `dev` replace this function with one that contains
 * the page; only tests and servers without a build call it.
 *
 * @param module URL of the generated module.
 * @param entry Source file of the page, relative to the module.
 * @returns A function that rejects if the generator is not installed or the view has errors.
 */
export function bundlePage(module: string, entry: string, { meta }: PageSettings): () => Promise<StaticContent> {
  let page: Promise<string> | undefined;
  return async () => {
    page ??= loadBundler().then(({ bundleHtml }) => bundleHtml(new URL(entry, module).href));
    return { text: await page, ...(meta && { _meta: meta }) };
  };
}

async function loadBundler(): Promise<PageBundler> {
  // Not a literal, because otherwise the user's bundler would bundle the generator.
  const specifier = ['create-mcp-from-schema', 'bundler'].join('/');
  try {
    return (await import(specifier)) as PageBundler;
  } catch (error) {
    const message =
      'The page of the view is not bundled. Run `create-mcp-from-schema build`, with `--web` for platforms without Node.';
    throw new Error(message, { cause: error });
  }
}
