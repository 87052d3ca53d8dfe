import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggest.js';
import { childOf, itemsOf, type SourceNode } from '../source/source-node.js';
import type { ToolModel } from '../model/model.js';

/** Finds toolsets under `server` that no tool belongs to; `all` is every one. */
export function checkToolsets(server: SourceNode | undefined, tools: readonly ToolModel[]): readonly Diagnostic[] {
  const known = new Set(['all', ...tools.flatMap(({ toolsets = [] }) => toolsets)]);
  return itemsOf(childOf(server, 'toolsets')).flatMap((item) => {
    if (item.kind !== 'scalar' || typeof item.value !== 'string' || known.has(item.value)) return [];
    const help = didYouMean(item.value, [...known]);
    const message = `No tool belongs to the toolset \`${item.value}\`.`;
    return [createDiagnostic('unknown-toolset', item.location, message, { help })];
  });
}
