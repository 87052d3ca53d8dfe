import { generatedFile } from '../../core/code/generated-file.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { emitOperationIndexes } from './emit-operation-indexes.js';
import { emitSelectableFields } from './emit-selectable-fields.js';
import { describeRequest } from './describe-request.js';
import { listApiVariables } from './list-variables.js';
import { emitApiCalls } from './emit-api-calls.js';
import { apisDiagnostics } from './diagnostics.js';
import type { ToolModel } from '../../core/model/model.js';

/** Tools that call an HTTP API, `openapi`. */
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
  implementation: (tool, model) => describeRequest(tool, model, undefined),
  emit(emitting) {
    const { model, paths, render } = emitting;
    const fields = emitSelectableFields(model, render);
    return {
      files: [
        ...emitOperationIndexes(emitting),
        ...generatedFile('api-calls.ts', emitApiCalls(model, fields, paths, render)),
        ...generatedFile('selectable-fields.ts', fields.content),
      ],
      parts: model.tools.some(isOfDiscoverMode)
        ? [loadExport('discover', 'create-mcp-from-schema/runtime/discover', 'discoverer')]
        : [],
    };
  },
};

function isOfDiscoverMode({ handler }: ToolModel): boolean {
  return handler.kind === 'discovery' && handler.does !== 'find' && handler.does !== 'run';
}
