import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const httpDiagnostics = diagnosticRules({
  'invalid-http': { severity: 'error', about: 'An `http` request that cannot be sent.' },
  'unused-argument': { severity: 'warning', about: 'An argument that the `http` request does not contain.' },
});
