import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';

/** Lets the server of `dev` import `generated/stores.ts`, which comes and goes with `stores` of the definition. */
export const optionalStores: Plugin = {
  name: 'optional-stores',
  setup(build) {
    build.onResolve({ filter: /^\.\/stores\.ts$/ }, ({ resolveDir, path: file }) =>
      existsSync(path.join(resolveDir, file)) ? undefined : { path: file, namespace: 'absent' },
    );
    build.onLoad({ filter: /^/, namespace: 'absent' }, () => ({ contents: 'export const stores = undefined;' }));
  },
};
