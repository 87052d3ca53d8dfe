import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const contractDiagnostics = diagnosticRules({
  'contract-changed': {
    severity: 'warning',
    about: 'With `--check`: entries that clients with the committed `contract.json` refuse, and what changed.',
  },
});
