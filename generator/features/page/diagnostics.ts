import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const pageDiagnostics = diagnosticRules({
  'hidden-page': {
    severity: 'warning',
    about: '`docsPage: true` on a server with `auth`: no browser could open the page.',
  },
});
