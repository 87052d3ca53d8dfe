import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const authDiagnostics = diagnosticRules({
  'invalid-auth': {
    severity: 'error',
    about: 'An invalid `auth` value, or `scopes` or `tokenExchange` without `auth`.',
  },
  'unknown-scope': { severity: 'error', about: 'A scope that `auth` does not declare.' },
  'cyclic-scopes': { severity: 'error', about: 'A scope that implies itself.' },
  'unused-scope': { severity: 'warning', about: 'An unused scope.' },
});
