import { generatedFile } from '../../core/code/generated-file.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { checkDelegation } from './check-delegation.js';
import { emitDelegation } from './emit-delegation.js';

/** API calls on behalf of the caller. */
export const delegation: Feature = {
  name: 'delegation',
  formerKeys: [{ path: ['openapi', '*', 'auth', 'exchange'], key: 'tokenExchange' }],
  check: (_model, { definitions }) => checkDelegation(definitions),
  emit({ model, render }) {
    const files = generatedFile('delegation.ts', emitDelegation(model, render));
    return {
      files,
      members: files.length === 0 ? [] : [loadExport('loadDelegation', './delegation.ts', 'delegation')],
    };
  },
};
