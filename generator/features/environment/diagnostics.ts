import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const environmentDiagnostics = diagnosticRules({
  'invalid-environment': {
    severity: 'error',
    about: 'An invalid variable: forbidden name, default of the wrong type, secret with default.',
  },
});
