import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const toolsetsDiagnostics = diagnosticRules({
  'unknown-toolset': { severity: 'error', about: 'A toolset without tools.' },
});
