import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Plugin of the bundler that omits what a page does not use of `@modelcontextprotocol/ext-apps` and of the packages that
 * it needs: a page with a few lines of its own is 245 kB instead of 665 kB. The packages do not say that their modules can be
 * omitted, and an object with all of zod, its texts in 50 languages included, is imported where a namespace would do.
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
      // Otherwise it tries whether code can be made of text, which the policy of a page forbids and hosts log.
      const quiet = 'globalThis.__zod_globalConfig ??= { jitless: true };';
      return { contents: `${quiet}\n${await readFile(path, 'utf8')}`, loader: 'js' };
    });
  },
};

/** Marks resolutions that the plugin itself requests. */
const asIs = Symbol('as is');

function isOfApps(file: string): boolean {
  return /[\\/]node_modules[\\/]@modelcontextprotocol[\\/](?:client|core|ext-apps)[\\/]/u.test(file);
}
