import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const errorChanges = changeRows({
  'error-added': ['may-break', 'compatible', 'A tool declares a new error, which clients may not handle.'],
  'error-removed': ['compatible', 'breaking', 'A declared error was removed; handlers that throw it do not compile.'],
  'error-data-added': ['compatible', 'breaking', 'A declared error has data now, which handlers must pass.'],
  'error-data-removed': ['breaking', 'breaking', 'A declared error no longer has data.'],
  'error-retry-changed': [
    'may-break',
    'compatible',
    '`retryable` of a declared error changed: clients repeat calls, or no longer do so.',
  ],
  'error-timing-changed': ['compatible', 'compatible', '`retryAfterMs` or `retries` of a declared error changed.'],
  'error-condition-changed': ['may-break', 'compatible', '`when` changed: other failures become the declared error.'],
});
