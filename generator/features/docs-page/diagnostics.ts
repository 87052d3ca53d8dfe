import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const docsPageDiagnostics = diagnosticRules({
  'hidden-page': {
    severity: 'warning',
    about: '`docsPage: true` with `auth`: the page would be invisible. Use `public`.',
  },
});
