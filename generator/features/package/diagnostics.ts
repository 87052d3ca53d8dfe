import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const packageDiagnostics = diagnosticRules({
  'invalid-package': {
    severity: 'error',
    about:
      'A value under `package` that cannot be, such as a license that SPDX does not have; with the command `package`, or with `serverCard: true`: a value that a package, or the card, cannot have.',
  },
  'missing-package-key': {
    severity: 'error',
    about:
      'With the command `package`, or with `serverCard: true`: a key of the definition that a package, or the card, needs is missing.',
  },
  'package-advice': {
    severity: 'warning',
    about:
      'With the command `package`, or with `serverCard: true`: something without which a package, or the card, is less useful.',
  },
});
