import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Bundler plugin that omits unused parts of `@modelcontextprotocol/ext-apps` and its dependencies, which reduces a page
 * with a few lines of code from 665 kB to 245 kB. The packages do not mark their modules as free of side effects, and
 * they import an object that holds all of zod, including its messages in 50 languages, where a namespace import would
 * be enough.
 */
export const slimApps: Plugin = {
  name: 'slim-apps',
  setup({ onLoad, onResolve, resolve }) {
    onResolve(
      { filter: /^(?:\.|@modelcontextprotocol\/)/ },
      async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === asIs || !(isOfApps(importer) || path.startsWith('@modelcontextprotocol/'))) return undefined;
        const found = await resolve(path, { importer, kind, resolveDir, pluginData: asIs });
        return isOfApps(found.path) && found.errors.length === 0 ? { path: found.path, sideEffects: false } : undefined;
      },
    );
    onLoad({ filter: /[\\/]@modelcontextprotocol[\\/].*\.m?js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const contents = code.replace(
        /\bimport\s*\{\s*z(?:\s+as\s+([\w$]+))?\s*\}\s*from\s*(["']zod\/v4["'])/gu,
        (_, name: string | undefined, module: string) => `import * as ${name ?? 'z'} from ${module}`,
      );
      return { contents, loader: 'js' };
    });
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ }, async ({ path }) => {
      // Otherwise zod tests whether it can compile code from strings, which the page's policy forbids and hosts log.
      const quiet = 'globalThis.__zod_globalConfig ??= { jitless: true };';
      return { contents: `${quiet}\n${await readFile(path, 'utf8')}`, loader: 'js' };
    });
  },
};

/** Marks resolutions that this plugin requests itself. */
const asIs = Symbol('as is');

function isOfApps(file: string): boolean {
  return /[\\/]node_modules[\\/]@modelcontextprotocol[\\/](?:client|core|ext-apps)[\\/]/u.test(file);
}
