import { generatedFile } from '../../core/code/generated-file.js';
import type { Feature } from '../../feature-kit/feature.js';
import { emitCatalogues } from './emit-catalogues.js';
import { emitFields } from './emit-fields.js';
import { listApiVariables } from './list-variables.js';
import { emitForwards } from './emit-forwards.js';
import { apisDiagnostics } from './diagnostics.js';

/** Tools that are answered by calling an HTTP API: `openapi`. */
export const apis: Feature = {
  name: 'apis',
  diagnostics: Object.values(apisDiagnostics),
  formerKeys: [
    { path: ['openapi', '*', 'tools', '*', 'active'], key: 'enabled' },
    {
      path: ['openapi', '*', 'strict'],
      key: 'validateResponses',
      values: new Map([
        [true, 'error'],
        [false, 'warn'],
      ]),
    },
    { path: ['openapi', '*', 'validate'], key: 'validateRequests' },
  ],
  environment: listApiVariables,
  emit(emitting) {
    const { model, paths, render } = emitting;
    const fields = emitFields(model, render);
    return {
      files: [
        ...emitCatalogues(emitting),
        ...generatedFile('forwards.ts', emitForwards(model, fields, paths, render)),
        ...generatedFile('fields.ts', fields.content),
      ],
    };
  },
};
