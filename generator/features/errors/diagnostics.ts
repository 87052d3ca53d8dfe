import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const errorsDiagnostics = diagnosticRules({
  'unreachable-error': { severity: 'error', about: 'An error of a tool that nothing can throw.' },
  'unsafe-retries': {
    severity: 'error',
    about: '`retries` on a tool that is neither read-only nor idempotent according to its annotations.',
  },
});
