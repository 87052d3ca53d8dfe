import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const wellKnownChanges = changeRows({
  'well-known-added': ['compatible', 'compatible', 'A text was added under `/.well-known/`.'],
  'well-known-removed': [
    'may-break',
    'compatible',
    'A text under `/.well-known/` was removed; directories can no longer verify the domain with it.',
  ],
  'well-known-changed': ['compatible', 'compatible', 'A text under `/.well-known/` changed.'],
});
