import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const staticResultChanges = changeRows({
  'result-changed': ['compatible', 'compatible', 'The static result of a tool changed.'],
});
