import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const wellKnownChanges = changeRows({
  'well-known-added': ['compatible', 'compatible', 'Text was added under `/.well-known/`.'],
  'well-known-removed': [
    'may-break',
    'compatible',
    'Text under `/.well-known/` was removed; directories can no longer use it to verify the domain.',
  ],
  'well-known-changed': ['compatible', 'compatible', 'Text under `/.well-known/` changed.'],
});
