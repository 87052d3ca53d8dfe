import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const authDiagnostics = diagnosticRules({
  'invalid-auth': {
    severity: 'error',
    about:
      'A value under `auth` that cannot be, such as an issuer without `https:`; `scopes` without `auth` or tool; `tokenExchange` without `auth`.',
  },
  'unknown-scope': { severity: 'error', about: 'A scope that `auth` does not declare.' },
  'cyclic-scopes': { severity: 'error', about: 'A scope under `implies` that includes itself through others.' },
  'unused-scope': { severity: 'warning', about: 'A scope of `auth` that nothing needs.' },
});
