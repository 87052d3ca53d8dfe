import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { toolsetsOf } from './toolsets-part.js';
import type { ToolModel } from '../../core/model/model.js';
import { childOf, itemsOf, type SourceNode } from '../../core/source/source-node.js';
import { toolsetsDiagnostics } from './diagnostics.js';

/** Reports toolsets under `server` that contain no tool. `all` always exists. */
export function checkToolsets(server: SourceNode | undefined, tools: readonly ToolModel[]): readonly Diagnostic[] {
  const knownToolsets = new Set(['all', ...tools.flatMap(toolsetsOf)]);
  return itemsOf(childOf(server, 'toolsets')).flatMap((item) => {
    if (item.kind !== 'scalar' || typeof item.value !== 'string' || knownToolsets.has(item.value)) return [];
    const help = didYouMean(item.value, [...knownToolsets]);
    const message = `No tool is in the toolset \`${item.value}\`.`;
    return [createDiagnostic(toolsetsDiagnostics['unknown-toolset'], item.location, message, { help })];
  });
}
