import type { Feature } from '../../feature-kit/feature.js';
import { createContract } from './create-contract.js';
import { contractDiagnostics } from './diagnostics.js';

/** The contract of a server: digests of everything that it lists, for clients that refuse a changed server. */
export const contract: Feature = {
  name: 'contract',
  diagnostics: Object.values(contractDiagnostics),
  emit: ({ model, describeTool }) => ({
    files: [{ path: contractFile, content: `${JSON.stringify(createContract(model, describeTool), null, 2)}\n` }],
  }),
};

/** Name of the contract in the generated folder. */
export const contractFile = 'contract.json';
