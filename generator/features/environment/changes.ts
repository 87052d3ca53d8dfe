import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const environmentChanges = changeRows({
  'required-variable-added': ['breaking', 'compatible', 'The server requires a new environment variable to start.'],
  'variable-added': ['compatible', 'compatible', 'The server reads a new environment variable that may be missing.'],
  'variable-removed': [
    'compatible',
    'breaking',
    'The server no longer reads an environment variable; handlers that use it do not compile.',
  ],
  'variable-now-required': ['breaking', 'compatible', 'An environment variable is now required at start.'],
  'variable-now-optional': [
    'compatible',
    'breaking',
    'An environment variable is now optional; handlers get `undefined` unless it has a default.',
  ],
  'variable-type-changed': ['may-break', 'breaking', 'The type of an environment variable changed.'],
  'variable-default-added': ['compatible', 'compatible', 'An environment variable has a default now.'],
  'variable-default-changed': ['may-break', 'compatible', 'The default of an environment variable changed.'],
  'variable-default-removed': ['may-break', 'breaking', 'An optional environment variable no longer has a default.'],
  'variable-documentation-changed': [
    'documentation',
    'compatible',
    'Title, description or `secret` of an environment variable changed.',
  ],
});
