import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const viewsDiagnostics = diagnosticRules({
  'invalid-view': {
    severity: 'error',
    about: 'A `view` outside of the project, or a folder without a page or script.',
  },
  'missing-package': {
    severity: 'warning',
    about: 'A view in a project without the package `@modelcontextprotocol/ext-apps`.',
  },
});
