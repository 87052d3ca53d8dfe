import { diagnosticRules } from '../../core/diagnostics/diagnostic-table.js';

export const graphqlDiagnostics = diagnosticRules({
  'invalid-graphql': {
    severity: 'error',
    about: 'A GraphQL schema, operation or setting that is invalid. Operations are checked against the schema.',
  },
  'graphql-limit': { severity: 'error', about: 'A GraphQL operation that exceeds `maxDepth` or `maxCost`.' },
  'unknown-scalar': {
    severity: 'warning',
    about: 'A GraphQL scalar without an entry in `scalars`: it can be any JSON.',
  },
  'unfetched-schema': { severity: 'error', about: 'A GraphQL endpoint whose schema is unknown or cannot be fetched.' },
});
