import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const dryRunDiagnostics = diagnosticRules({
  'dry-run-read-only': { severity: 'error', about: '`dryRun` of a tool that changes nothing.' },
  'dry-run-argument': {
    severity: 'error',
    about: 'An argument `dryRun` that collides with one of the tool, or that its input schema does not admit.',
  },
});
