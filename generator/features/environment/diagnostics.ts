import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const environmentDiagnostics = diagnosticRules({
  'invalid-environment': {
    severity: 'error',
    about:
      'A variable under `server.environment` that cannot be: a name that changes how programs start, a default of another type, a secret with a default.',
  },
});
