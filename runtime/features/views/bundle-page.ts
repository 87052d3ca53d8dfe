import type { StaticContent } from '../../core/api/definition.js';

/** Settings of a page. */
export interface PageSettings {
  /** URI of the page, without a version. */
  readonly uri: string;
  /** `_meta` of the contents. */
  readonly meta?: { readonly [key: string]: unknown };
}

/** The part of the generator that bundles pages. */
interface PageBundler {
  bundleHtml(entry: string): Promise<string>;
}

/**
 * Makes the page of a view when it is first read. `build` and `dev` put another function in its place, which has the page: only
 * tests and servers that run without a build come here.
 *
 * @param module URL of the generated module.
 * @param entry File that the page is made of, relative to the module.
 * @returns A function that rejects where the generator is not installed, and for a view with errors.
 */
export function bundlePage(module: string, entry: string, { meta }: PageSettings): () => Promise<StaticContent> {
  let page: Promise<string> | undefined;
  return async () => {
    page ??= loadBundler().then(({ bundleHtml }) => bundleHtml(new URL(entry, module).href));
    return { text: await page, ...(meta && { _meta: meta }) };
  };
}

async function loadBundler(): Promise<PageBundler> {
  // No text that a bundler of the user could follow: it would bundle the generator.
  const specifier = ['create-mcp-from-schema', 'bundler'].join('/');
  try {
    return (await import(specifier)) as PageBundler;
  } catch (error) {
    const message =
      'The page of the view is not bundled. Run `create-mcp-from-schema build`, with `--web` for platforms without Node.';
    throw new Error(message, { cause: error });
  }
}
