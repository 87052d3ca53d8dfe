import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const packageDiagnostics = diagnosticRules({
  'invalid-package': {
    severity: 'error',
    about: 'A `package` value that a target or the server card cannot use.',
  },
  'missing-package-key': {
    severity: 'error',
    about: 'A key that a target or the server card needs.',
  },
  'package-advice': {
    severity: 'warning',
    about: 'A recommended key of a target or the server card is missing.',
  },
});
