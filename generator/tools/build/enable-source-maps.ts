import type { Plugin } from 'esbuild';

const namespace = 'enable-source-maps';

/**
 * Plugin of the bundler that has the built server read source maps from the moment on in which it loads its handlers. A
 * module of its own does it, so that no code for it is read before the first list.
 */
export const enableSourceMaps: Plugin = {
  name: namespace,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/handlers\.ts$/ }, ({ kind, namespace: from, path, resolveDir }) =>
      kind === 'dynamic-import' && from === 'file' ? { path, namespace, pluginData: resolveDir } : undefined,
    );
    onLoad({ filter: /^/, namespace }, ({ pluginData }) => ({
      contents: `import node from 'node:process';\nnode.setSourceMapsEnabled?.(true);\nexport const { handlers } = await import('./handlers.ts');`,
      resolveDir: String(pluginData),
    }));
  },
};
