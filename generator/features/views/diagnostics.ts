import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const viewsDiagnostics = diagnosticRules({
  'invalid-view': {
    severity: 'error',
    about: 'A `view` outside the project, or a folder without a page or script.',
  },
  'missing-package': {
    severity: 'warning',
    about: 'A view without the package `@modelcontextprotocol/ext-apps`.',
  },
});
