import { generatedFile } from '../../core/code/generated-file.js';
import type { Feature } from '../../feature-kit/feature.js';
import { emitStores } from './emit-stores.js';

/** State that several processes share: `stores`. */
export const stores: Feature = {
  name: 'stores',
  diff: {
    server(changes, { old: { server: old }, recent: { server: recent } }) {
      const rule = !old.stores ? 'stores-added' : !recent.stores ? 'stores-removed' : 'stores-changed';
      changes.addValue(rule, 'stores', old.stores, recent.stores);
    },
  },
  emit: ({ model, render }) => ({ files: generatedFile('stores.ts', emitStores(model, render)) }),
};
