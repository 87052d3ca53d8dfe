import { childOf } from '../../core/source/source-node.js';
import type { Feature } from '../../feature-kit/feature.js';
import { checkApi } from '../delegation/check-delegation.js';
import { addOperations } from './add-tools.js';
import { graphqlDiagnostics } from './diagnostics.js';
import { graphqlFilesPart } from './graphql-part.js';
import { graphqlFiles } from './list-files.js';
import { addFiles } from './list-generated.js';
import { compileEndpoints } from './look-up.js';

/** Tools that run operations of a GraphQL endpoint, `graphql`. */
export const graphql: Feature = {
  name: 'graphql',
  diagnostics: Object.values(graphqlDiagnostics),
  root: { sections: { graphql: 'GraphQL endpoint' } },
  files: graphqlFiles,
  lookUp: compileEndpoints,
  tools: addOperations,
  read: addFiles,
  check: (_model, { definitions: { sections, settings } }) =>
    (sections.get('graphql') ?? []).flatMap(({ node }) => checkApi(childOf(node, 'auth'), settings.get('auth'))),
  emit: ({ model }) => ({ files: graphqlFilesPart.of(model) ?? [] }),
};
