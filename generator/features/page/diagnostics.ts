import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const pageDiagnostics = diagnosticRules({
  'hidden-page': { severity: 'warning', about: '`page: true` on a server with `auth`, where it has no effect.' },
});
