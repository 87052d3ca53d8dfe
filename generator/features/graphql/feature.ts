import type { Feature } from '../../feature-kit/feature.js';
import { describeRequest } from '../apis/describe-request.js';
import { examineEndpoints } from '../apis/examine-endpoints.js';
import { addOperations } from './add-tools.js';
import { checkCredentials } from './bind-endpoint.js';
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
  check: (_model, { definitions }) => checkCredentials(definitions),
  implementation: (tool, model) => describeRequest(tool, model, 'graphql'),
  examine: (examination) => examineEndpoints(examination, 'graphql'),
  emit: ({ model }) => ({ files: graphqlFilesPart.of(model) ?? [] }),
};
