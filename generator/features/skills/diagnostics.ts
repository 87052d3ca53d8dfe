import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const skillsDiagnostics = diagnosticRules({
  'invalid-skill': {
    severity: 'error',
    about: 'A skill without a valid `SKILL.md`, or with a file that cannot be served.',
  },
  'large-skill': { severity: 'error', about: 'A skill with more than 512 files or 16 MiB, which clients may refuse.' },
});
