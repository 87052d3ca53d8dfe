import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { defineListing } from './define-listing.js';
import { childOf, type MapNode, type SourceNode } from '../source/source-node.js';

/**
 * The tools of an answer to `tools/list` that was saved: the result, or the JSON-RPC response around it. `undefined`: it is
 * no such answer.
 */
export function findToolsList(root: SourceNode): readonly SourceNode[] | undefined {
  const tools = childOf(root, 'tools') ?? childOf(childOf(root, 'result'), 'tools');
  return tools?.kind === 'sequence' ? tools.items : undefined;
}

/** The definition that a saved answer to `tools/list` (`*.tools.json`) stands for. */
export function defineToolsList(root: SourceNode): {
  readonly root: MapNode;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { location } = root;
  const tools = findToolsList(root);
  if (!tools) {
    const message = 'This is no answer to `tools/list`: there is no list `tools` at its root or in `result`.';
    const diagnostics = [createDiagnostic('wrong-type', location, message)];
    return { root: { kind: 'map', entries: [], location }, diagnostics };
  }
  const { sections, diagnostics } = defineListing({ tools });
  return { root: { kind: 'map', entries: sections, location }, diagnostics };
}
