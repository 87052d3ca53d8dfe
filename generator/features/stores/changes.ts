import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const storesChanges = changeRows({
  'stores-added': [
    'compatible',
    'compatible',
    'Processes now share their state in a store, whose address the server needs.',
  ],
  'stores-removed': ['may-break', 'compatible', 'Processes no longer share their state, which is lost when they exit.'],
  'stores-changed': ['compatible', 'compatible', 'Processes now share their state in a different store.'],
});
