import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const codeModeChanges = changeRows({
  'code-mode-entered': ['breaking', 'compatible', '`mode: code` was added: two tools replace all others.'],
  'code-mode-left': ['breaking', 'compatible', '`mode: code` was removed: all tools replace the two code mode tools.'],
  'code-mode-offered': ['compatible', 'compatible', 'The server can be started in code mode.'],
  'code-mode-withdrawn': ['may-break', 'compatible', 'The server can no longer be started in code mode.'],
  'code-functions-changed': [
    'may-break',
    'compatible',
    '`allow` of code mode changed: code can call different functions.',
  ],
  'code-question-added': [
    'may-break',
    'compatible',
    '`confirm: never` of code mode was removed: users are asked before destructive functions.',
  ],
  'code-question-removed': [
    'compatible',
    'compatible',
    '`confirm: never` of code mode was added: users are not asked before destructive functions.',
  ],
});
