import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const wellKnownDiagnostics = diagnosticRules({
  'invalid-well-known': {
    severity: 'error',
    about: 'An invalid `wellKnown` name or `security.txt` (RFC 9116).',
  },
});
