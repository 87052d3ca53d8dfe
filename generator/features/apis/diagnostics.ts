import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const apisDiagnostics = diagnosticRules({
  'unsupported-api': {
    severity: 'error',
    about: 'Not an OpenAPI 2.0, 3.0, 3.1 or 3.2 document.',
  },
  'broken-reference': { severity: 'warning', about: 'An OpenAPI `$ref` whose target does not exist.' },
  'invalid-overlay': {
    severity: 'error',
    about: 'An overlay or action that violates the Overlay Specification.',
  },
  'unmatched-target': {
    severity: 'warning',
    about: 'An overlay action that matches nothing, or an overlay for a different document.',
  },
  'no-operations': { severity: 'warning', about: 'An OpenAPI document without operations.' },
  'unknown-field': {
    severity: 'error',
    about: 'A path in `output.pick` that the response does not have.',
  },
  'undecided-scopes': {
    severity: 'warning',
    about: 'API scopes whose issuer is only known at runtime.',
  },
});
