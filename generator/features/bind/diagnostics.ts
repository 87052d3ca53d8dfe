import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const bindDiagnostics = diagnosticRules({
  'invalid-bind': { severity: 'error', about: 'A `bind` without a valid source, or with keys that contradict it.' },
  'misplaced-bind': {
    severity: 'error',
    about: 'A `bind` in a schema that is not on a direct property of the `inputSchema` of a tool.',
  },
  'ambiguous-subject': {
    severity: 'warning',
    about: '`bind` to `auth.subject`, which two issuers can use for different users.',
  },
});
