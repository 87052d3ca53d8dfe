import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const apisDiagnostics = diagnosticRules({
  'unsupported-api': {
    severity: 'error',
    about: 'A file that is not an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2.',
  },
  'broken-reference': { severity: 'warning', about: 'A `$ref` of an OpenAPI document whose target does not exist.' },
  'invalid-overlay': {
    severity: 'error',
    about: 'An overlay, or an action of it, that breaks the rules of the Overlay Specification.',
  },
  'unmatched-target': {
    severity: 'warning',
    about: 'An action of an overlay whose target selects nothing, or an overlay for another document.',
  },
  'no-operations': { severity: 'warning', about: 'An OpenAPI document without operations, and thus without tools.' },
  'unknown-field': {
    severity: 'error',
    about: 'A path under `output: { pick }` that the response of the operation does not have.',
  },
  'undecided-scopes': {
    severity: 'warning',
    about: 'Scopes in `security` of an API that may be those of an issuer which only the environment names.',
  },
});
