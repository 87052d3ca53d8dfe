import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const questionsDiagnostics = diagnosticRules({
  'unknown-question-tool': { severity: 'error', about: 'A question names a tool or an argument that does not exist.' },
  'repeated-question': { severity: 'warning', about: 'The same question twice.' },
});
