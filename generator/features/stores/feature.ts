import { generatedFile } from '../../core/code/generated-file.js';
import { stringAt } from '../../core/source/source-node.js';
import type { Feature } from '../../feature-kit/feature.js';
import { storesChanges } from './changes.js';
import { storesPart, storeVariables, type StoreKind } from './stores-part.js';

const kinds: readonly StoreKind[] = ['redis', 'sqlite'];

/** State shared by processes, `store`. */
export const stores: Feature = {
  name: 'stores',
  changes: Object.values(storesChanges),
  formerKeys: [{ path: ['server', 'stores'], key: 'store' }],
  read(model, { definitions }) {
    const kind = kinds.find((known) => known === stringAt(definitions.server, 'store'));
    return kind ? storesPart.on(model, kind) : model;
  },
  environment(model) {
    const kind = storesPart.of(model);
    return kind ? [{ title: 'Shared state of processes', variables: storeVariables[kind] }] : [];
  },
  packages(model) {
    const kind = storesPart.of(model);
    if (kind === 'redis') return [{ name: 'redis', purpose: '`store: redis`' }];
    // Later Node releases include SQLite.
    return kind ? [{ name: 'better-sqlite3', purpose: '`store: sqlite`', before: '22.13.0' }] : [];
  },
  diff: {
    server(changes, versions) {
      const [old, recent] = [storesPart.of(versions.old), storesPart.of(versions.recent)];
      const rule = !old ? 'stores-added' : !recent ? 'stores-removed' : 'stores-changed';
      changes.addValue(storesChanges[rule], 'store', old, recent);
    },
  },
  emit({ model, render }) {
    const kind = storesPart.of(model);
    return { files: generatedFile('stores.ts', kind && render('generated/stores.ts', { kind })) };
  },
};
