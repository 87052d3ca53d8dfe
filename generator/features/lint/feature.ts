import { childOf, entriesOf, type SourceNode } from '../../core/source/source-node.js';
import type { Feature } from '../../feature-kit/feature.js';
import { lintDiagnostics } from './diagnostics.js';
import { lintModel } from './lint-model.js';
import { lintOffPart } from './lint-part.js';

/** Checks of the texts that models read, `lint`. */
export const lint: Feature = {
  name: 'lint',
  diagnostics: Object.values(lintDiagnostics),
  root: { settings: ['lint'] },
  readTool(tool, node) {
    const codes = readOff(childOf(node, 'lint'));
    return codes.length > 0 ? lintOffPart.on(tool, codes) : tool;
  },
  read(model, { definitions }) {
    const codes = readOff(definitions.settings.get('lint'));
    return codes.length > 0 ? lintOffPart.on(model, codes) : model;
  },
  advise: lintModel,
};

function readOff(node: SourceNode | undefined): readonly string[] {
  return entriesOf(node).map(({ key }) => key);
}
