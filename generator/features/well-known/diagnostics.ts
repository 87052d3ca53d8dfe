import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const wellKnownDiagnostics = diagnosticRules({
  'invalid-well-known': {
    severity: 'error',
    about:
      'A text under `server.wellKnown` that cannot be: a name that the server needs itself, or a `security.txt` that RFC 9116 does not allow.',
  },
});
