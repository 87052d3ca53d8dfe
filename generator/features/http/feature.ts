import { childOf } from '../../core/source/source-node.js';
import type { Feature } from '../../feature-kit/feature.js';
import { describeRequest } from '../apis/describe-request.js';
import { examineEndpoints } from '../apis/examine-endpoints.js';
import { checkApi } from '../delegation/check-delegation.js';
import { addApis } from './add-apis.js';
import { httpDiagnostics } from './diagnostics.js';
import { readHttp } from './read-http.js';

/** Tools that send an HTTP request described in the definition, `http`. */
export const http: Feature = {
  name: 'http',
  diagnostics: Object.values(httpDiagnostics),
  readTool: readHttp,
  read: addApis,
  implementation: (tool, model) => describeRequest(tool, model, 'http'),
  examine: (examination) => examineEndpoints(examination, 'http'),
  check: (_model, { definitions: { tools, settings } }) =>
    tools.flatMap(({ node }) => checkApi(childOf(childOf(node, 'http'), 'auth'), settings.get('auth'))),
};
