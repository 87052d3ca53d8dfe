import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const wellKnownChanges = changeRows({
  'well-known-added': ['compatible', 'compatible', 'A text under `/.well-known/` is new.'],
  'well-known-removed': [
    'may-break',
    'compatible',
    'A text under `/.well-known/` is gone: a directory that verifies the domain with it no longer finds it.',
  ],
  'well-known-changed': ['compatible', 'compatible', 'A text under `/.well-known/` changed.'],
});
